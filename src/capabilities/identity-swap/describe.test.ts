import { expect, it } from 'vitest';
import type { IdentitySwapFacts } from '../../engine/body/identity/swap-identity.ts';
import { listNotes } from './describe.ts';

const motion = {
  jointError: 0.03,
  foundFraction: 1,
  seams: { holes: 0, slivers: 0, smears: 0 },
  turnedFrames: 0,
  sidewaysFrames: 0,
  hiddenHands: [],
  touchingArms: [],
};
const facts: IdentitySwapFacts = {
  sound: 'none',
  size: { width: 720, height: 1280 },
  frames: 100,
  heldFrames: 0,
  method: 'body',
  reason: null,
  limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'],
  drivers: 1,
  cuts: 0,
  guessedFraction: 0,
  motion,
  likeness: { toCharacter: null, toDriver: null, strangers: null },
  times: { track: 0, layers: 0, draw: 0, measure: 0, encode: 0 },
};

function listCodes(sidewaysFrames: number): readonly string[] {
  const given = { ...facts, motion: { ...motion, sidewaysFrames } };
  return listNotes(given, { prompt: undefined }, 1280).map(({ code }) => code);
}

it('notes a person who is seen from the side, and no passing turn', () => {
  expect(listCodes(5)).toEqual([]);
  expect(listCodes(6)).toEqual(['turn_narrowed']);
});
