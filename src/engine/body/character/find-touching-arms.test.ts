import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { findTouchingArms } from './find-touching-arms.ts';
import type { LimbLine } from './limb-line.ts';

const [width, height] = [200, 260];
const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
for (const [number, x, y] of [
  [joint.leftShoulder, 130, 60],
  [joint.rightShoulder, 70, 60],
  [joint.leftHip, 118, 160],
  [joint.rightHip, 82, 160],
] as const) {
  joints.set([x, y, 0, 1], number * JOINT_VALUES);
}
const line = (points: LimbLine['points'], radius: number): LimbLine => ({
  points,
  radii: [radius, radius, radius],
});
const legs = {
  leftLeg: line(
    [
      [118, 160],
      [120, 200],
      [120, 240],
      [120, 250],
    ],
    16,
  ),
  rightLeg: line(
    [
      [82, 160],
      [80, 200],
      [80, 240],
      [80, 250],
    ],
    16,
  ),
};
const shown = { leftArm: true, rightArm: false, leftLeg: true, rightLeg: true };

/** Finds touching arms of a torso with its legs and an arm of these points. */
function touching(points: LimbLine['points']) {
  const alpha = new Uint8Array(width * height);
  const paint = (x: number, y: number, reach: number): void => {
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
      alpha.fill(255, row * width + x - reach, row * width + x + reach + 1);
    }
  };
  for (let y = 60; y < 250; y += 1) {
    alpha.fill(255, y * width + 66, y * width + 134);
  }
  for (const [at, [x, y]] of points.entries()) {
    const [toX, toY] = points[at + 1] ?? [x, y];
    for (let step = 0; step <= 1; step += 0.05) {
      paint(Math.round(x + (toX - x) * step), Math.round(y + (toY - y) * step), 5);
    }
  }
  const leftArm = line(points, 8);
  const lines = { leftArm, rightArm: leftArm, ...legs };
  return findTouchingArms({ joints, alpha, width, height, lines, shown });
}

it('arms off the body are free', () => {
  expect(
    touching([
      [134, 62],
      [170, 100],
      [186, 140],
      [190, 156],
    ]),
  ).toEqual([]);
});

it('an arm along the body touches it, and so does a hand on the belly or before a thigh', () => {
  expect(
    touching([
      [134, 62],
      [136, 100],
      [137, 140],
      [137, 156],
    ]),
  ).toEqual(['leftArm']);
  expect(
    touching([
      [134, 62],
      [176, 104],
      [130, 138],
      [112, 142],
    ]),
  ).toEqual(['leftArm']);
  expect(
    touching([
      [134, 62],
      [180, 110],
      [140, 168],
      [120, 184],
    ]),
  ).toEqual(['leftArm']);
});
