import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { LayerOrder } from './layer-order.ts';

/** Creates a torso of 100 pixels with depths of the left arm and the left leg behind it, in torso lengths. */
function createBody({
  arm = 0,
  leg = 0,
}: {
  readonly arm?: number;
  readonly leg?: number;
}): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [number, y] of [
    [joint.leftShoulder, 0],
    [joint.rightShoulder, 0],
    [joint.leftHip, 100],
    [joint.rightHip, 100],
  ] as const) {
    joints[number * JOINT_VALUES + 1] = y;
  }
  for (const number of [joint.leftElbow, joint.leftWrist]) {
    joints[number * JOINT_VALUES + 2] = arm * 100;
  }
  for (const number of [joint.leftKnee, joint.leftAnkle]) {
    joints[number * JOINT_VALUES + 2] = leg * 100;
  }
  return joints;
}

it('draws an arm behind the torso only when it surely is, and leaves it there while it may be', () => {
  const order = new LayerOrder();
  const isBehind = (arm: number): boolean => {
    const parts = order.update(createBody({ arm }));
    expect(new Set(parts).size).toBe(7);
    expect(parts.at(-1)).toBe('hair');
    return parts.indexOf('leftArm') < parts.indexOf('torso');
  };
  expect([0.4, 0.6, 0.4, 0.2, 0.4].map(isBehind)).toEqual([false, true, true, false, false]);
});

it('draws an arm over hair only when it surely is before it, and never one that hair covers', () => {
  const isOverHair = (order: LayerOrder, arm: number): boolean => {
    const parts = order.update(createBody({ arm }));
    expect(new Set(parts).size).toBe(7);
    return parts.indexOf('leftArm') > parts.indexOf('hair');
  };
  const depths = [-0.2, -0.4, -0.2, -0.1, -0.2];
  const other = new LayerOrder(['rightArm']);
  expect(depths.map((arm) => isOverHair(other, arm))).toEqual([false, true, true, false, false]);
  const covered = new LayerOrder(['leftArm']);
  expect(depths.some((arm) => isOverHair(covered, arm))).toBe(false);
});

it('changes the order of legs only when one is nearer by something', () => {
  const order = new LayerOrder();
  const nearer = (leg: number): string => {
    const parts = order.update(createBody({ leg }));
    return parts.indexOf('leftLeg') > parts.indexOf('rightLeg') ? 'left' : 'right';
  };
  expect([-0.3, 0.05, 0.3, -0.05, -0.3].map(nearer)).toEqual([
    'left',
    'left',
    'right',
    'right',
    'left',
  ]);
});
