import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { fitCanvas } from './fit-canvas.ts';
import { pairInProfile } from './profile-body.ts';

/** Creates joints of a person with hips at `x` and feet at `ground`. */
function stand(x: number, ground: number, scale: number): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (index: number, aside: number, up: number): void =>
    joints.set([x + aside * scale, ground - up * scale, 0, 1], index * JOINT_VALUES);
  set(joint.leftEar, 7, 150);
  set(joint.rightEar, -7, 150);
  set(joint.leftShoulder, 17, 130);
  set(joint.rightShoulder, -17, 130);
  set(joint.leftHip, 9, 80);
  set(joint.rightHip, -9, 80);
  for (const index of [joint.leftAnkle, joint.leftHeel, joint.leftToe]) {
    set(index, 9, index === joint.leftToe ? 0 : 6);
    set(index + 1, -9, index === joint.leftToe ? 0 : 6);
  }
  return joints;
}

const at = (joints: Float32Array, index: number): readonly number[] =>
  Array.from(joints.subarray(index * JOINT_VALUES, index * JOINT_VALUES + 2));
const size = { width: 400, height: 700 };

it('a further still stands as tall on the same ground as the first one', () => {
  const first = stand(200, 650, 4);
  const fitted = fitCanvas(
    { joints: stand(90, 320, 2), size: { width: 200, height: 340 } },
    { joints: first, size },
  );
  expect(fitted.size).toBeCloseTo(2);
  for (const index of [joint.leftEar, joint.rightShoulder, joint.leftHip, joint.rightToe]) {
    const [[x, y], [toX, toY]] = [at(fitted.joints, index), at(first, index)] as const;
    expect([x, y]).toEqual([expect.closeTo(toX!, 2), expect.closeTo(toY!, 2)]);
  }
});

it('aligns torso lengths and hips when a still cuts off the feet', () => {
  const first = stand(200, 650, 4);
  const cut = fitCanvas(
    { joints: stand(90, 320, 3), size: { width: 200, height: 200 } },
    { joints: first, size },
  );
  expect(cut.size).toBeCloseTo(4 / 3);
  expect(at(cut.joints, joint.leftHip)[1]).toBeCloseTo(at(first, joint.leftHip)[1]!, 2);
});

it('from the side shoulders and hips lie all but behind each other, across the torso', () => {
  const joints = stand(200, 650, 4);
  pairInProfile(joints);
  for (const [left, right] of [
    [joint.leftShoulder, joint.rightShoulder],
    [joint.leftHip, joint.rightHip],
  ] as const) {
    const [[leftX, leftY], [rightX, rightY]] = [at(joints, left), at(joints, right)] as const;
    expect((leftX! + rightX!) / 2).toBeCloseTo(200, 3);
    expect(leftX! - rightX!).toBeCloseTo(12, 3);
    expect(leftY).toBeCloseTo(rightY!, 3);
  }
});
