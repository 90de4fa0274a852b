import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { selectBareSkin } from './bare-skin.ts';
import type { LimbLine } from './limb-line.ts';

const [WIDTH, HEIGHT] = [100, 160];
const skin = [205, 150, 125] as const;
const black = [30, 30, 36] as const;

const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
for (const [left, right, aside, y] of [
  [joint.nose, joint.nose, 0, 24],
  [joint.leftEar, joint.rightEar, 7, 22],
  [joint.mouthLeft, joint.mouthRight, 2, 28],
  [joint.leftShoulder, joint.rightShoulder, 16, 42],
  [joint.leftHip, joint.rightHip, 9, 94],
] as const) {
  joints.set([WIDTH / 2 + aside, y, 0, 1], left * JOINT_VALUES);
  joints.set([WIDTH / 2 - aside, y, 0, 1], right * JOINT_VALUES);
}
const line: LimbLine = {
  points: [
    [66, 42],
    [74, 66],
    [74, 88],
    [75, 98],
  ],
  radii: [5, 5, 6],
};

/** Returns what is bare of an arm whose hand has some pixels of one colour, and some black ones. */
function select(hand: { readonly skin: number; readonly black: number }) {
  const colours = new Float32Array(WIDTH * HEIGHT * 3);
  const list = (top: number, count: number, colour: readonly number[]): readonly number[] => {
    const indices = Array.from({ length: count }, (_, at) => {
      return (top + Math.floor(at / 10)) * WIDTH + 69 + (at % 10);
    });
    indices.forEach((index) => colours.set(colour, index * 3));
    return indices;
  };
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    colours.set(skin, index * 3);
  }
  const person = new Float32Array(WIDTH * HEIGHT).fill(1);
  const view = { left: 0, top: 0, width: WIDTH, height: HEIGHT, colours, person, joints };
  const members = [
    list(42, 240, black),
    list(66, 200, skin),
    [...list(90, hand.skin, skin), ...list(110, hand.black, black)],
  ];
  return selectBareSkin(view, members, line);
}

it('finds no cover over a bare hand that is small', () => {
  expect(select({ skin: 60, black: 0 }).hasCoveredHand).toBe(false);
  expect(select({ skin: 300, black: 0 }).hasCoveredHand).toBe(false);
  expect(select({ skin: 10, black: 50 }).hasCoveredHand).toBe(true);
  expect(select({ skin: 10, black: 290 }).hasCoveredHand).toBe(true);
});
