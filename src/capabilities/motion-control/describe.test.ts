import { expect, it } from 'vitest';
import type { AnimationFacts } from '../../engine/body/clip/still-animation.ts';
import { listMotionNotes } from './describe.ts';

const facts: AnimationFacts = {
  sound: 'none',
  jointError: 0.03,
  foundFraction: 1,
  size: { width: 64, height: 96 },
  frames: 100,
  heldFrames: 0,
  turnedFrames: 0,
  sidewaysFrames: 0,
  views: { front: 100, side: 0, back: 0 },
  limbs: ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'],
  hiddenHands: [],
  touchingArms: [],
  seams: { holes: 0, slivers: 0, smears: 0 },
  drivers: 1,
  people: 1,
  cuts: 0,
  times: { track: 0, layers: 0, draw: 0, measure: 0, encode: 0 },
};
const input = { image_key: 'files/a', video_key: 'files/b' };

function listCodes(given: Partial<AnimationFacts>): readonly string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- notes depend on the prompts alone
  const read = input as Parameters<typeof listMotionNotes>[1];
  return listMotionNotes({ ...facts, ...given }, read).map(({ code }) => code);
}

it('notes a driver from the side unless they only turn in passing', () => {
  expect(listCodes({ sidewaysFrames: 5 })).toEqual([]);
  expect(listCodes({ sidewaysFrames: 6 })).toEqual(['turn_narrowed']);
  expect(listCodes({ sidewaysFrames: 40, turnedFrames: 1 })).toEqual([
    'turn_mirrored',
    'turn_narrowed',
  ]);
});
