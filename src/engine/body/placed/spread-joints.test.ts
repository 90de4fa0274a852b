import { expect, it } from 'vitest';
import { findBodyDirection } from '../body-build.ts';
import { joint, JOINT_VALUES, type Limb, limbTips, middleOfJoints } from '../joints.ts';
import { type PlacedBodyJoints, spreadJoints, toPlacedBodyJoints } from './spread-joints.ts';

const size = { width: 200, height: 400 };
const placed: PlacedBodyJoints = {
  face: { x: 0.5, y: 0.1 },
  leftShoulder: { x: 0.65, y: 0.25 },
  rightShoulder: { x: 0.35, y: 0.25 },
  leftElbow: { x: 0.75, y: 0.4 },
  rightElbow: { x: 0.25, y: 0.4 },
  leftWrist: { x: 0.8, y: 0.5 },
  rightWrist: { x: 0.2, y: 0.5 },
  leftHip: { x: 0.58, y: 0.5 },
  rightHip: { x: 0.42, y: 0.5 },
  leftKnee: { x: 0.58, y: 0.7 },
  rightKnee: { x: 0.42, y: 0.7 },
  leftAnkle: { x: 0.58, y: 0.9 },
  rightAnkle: { x: 0.42, y: 0.9 },
};
const at = (joints: Float32Array, number: number): number[] =>
  [...joints.subarray(number * JOINT_VALUES, number * JOINT_VALUES + 2)].map(Math.round);

it('joints that were set by hand stay where they are, are seen, and can be read again', () => {
  const joints = spreadJoints(placed, size);
  expect(at(joints, joint.leftElbow)).toEqual([150, 160]);
  for (let each = 3; each < joints.length; each += JOINT_VALUES) {
    expect(joints[each]).toBe(1);
  }
  for (const [name, place] of Object.entries(toPlacedBodyJoints(joints, size))) {
    expect(place.x, name).toBeCloseTo(placed[name as keyof PlacedBodyJoints].x, 5);
    expect(place.y, name).toBeCloseTo(placed[name as keyof PlacedBodyJoints].y, 5);
  }
});

it('hands and feet go on beyond wrists and ankles, and eyes and ears lie beside the face', () => {
  const joints = spreadJoints(placed, size);
  for (const limb of ['leftArm', 'rightArm', 'leftLeg', 'rightLeg'] satisfies Limb[]) {
    const isLeft = limb.startsWith('left');
    const [x, y] = at(joints, limbTips[limb][0]);
    const isArm = limb.endsWith('Arm');
    expect(y).toBeGreaterThan(isArm ? 200 : 360);
    expect(isLeft ? x : 200 - x!).toBeGreaterThanOrEqual(isArm ? 160 : 116);
  }
  const [leftEye, rightEye] = [at(joints, joint.leftEye), at(joints, joint.rightEye)];
  expect(leftEye[0]).toBeGreaterThan(rightEye[0]!);
  expect(leftEye[1]).toBe(rightEye[1]);
  expect(middleOfJoints(joints, joint.leftEar, joint.rightEar).y).toBeCloseTo(40, 3);
  expect(findBodyDirection(joints, false)).toBe('front');
});

it('a drawing from behind has its own left on the left of the picture, and so have its eyes', () => {
  const behind = Object.fromEntries(
    Object.entries(placed).map(([name, { x, y }]) => [name, { x: 1 - x, y }]),
  ) as PlacedBodyJoints;
  const joints = spreadJoints(behind, size);
  expect(at(joints, joint.leftEye)[0]).toBeLessThan(at(joints, joint.rightEye)[0]!);
  expect(findBodyDirection(joints, false)).toBe('back');
});
