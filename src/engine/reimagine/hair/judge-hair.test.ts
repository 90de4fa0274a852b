import { expect, it } from 'vitest';
import { isCertainHair } from './judge-hair.ts';
import type { HairMeasures } from './measure-hair.ts';

/** Short brown hair in front of a light wall. */
const CLEAR: HairMeasures = {
  shownCrown: 1,
  covered: 0.85,
  turned: 0.1,
  lab: [30, 8, 12],
  fromSkin: 40,
  sideFromTop: 8,
  weak: 0.06,
  weakest: 0.02,
  missed: 0.02,
  texture: 1.8,
  ofBody: 0,
  beside: 300,
  symmetry: 0.8,
};

it('is certain of hair that stands out on all sides', () => {
  expect(isCertainHair(CLEAR)).toBe(true);
});

it.each<[string, Partial<HairMeasures>]>([
  ['a crown outside of the image', { shownCrown: 0.3 }],
  ['a bald head', { covered: 0.2 }],
  ['a profile', { turned: 1.1 }],
  ['a blue cap', { lab: [47, 7, -12] }],
  ['a red cap', { lab: [54, 64, 24] }],
  ['a shaved head', { fromSkin: 18 }],
  ['a scarf over other hair', { sideFromTop: 35 }],
  ['hair in front of a ground of its colour', { weakest: 0.3 }],
  ['hair that fades into all that is around it', { weak: 0.5 }],
  ['a ponytail behind the shoulder', { missed: 0.1 }],
  ['a plain hat', { texture: 0.2 }],
  ['a coat of the colour of hair', { ofBody: 0.9 }],
  ['long hair of which one side is missing', { beside: 3000, symmetry: 0.05 }],
  ['nothing at all', { covered: 0, lab: [0, 0, 0], fromSkin: 0, texture: 0 }],
])('is not certain of %s', (_, part) => {
  expect(isCertainHair({ ...CLEAR, ...part })).toBe(false);
});
