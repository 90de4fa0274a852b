import { expect, it } from 'vitest';
import { alignSides } from './align-sides.ts';
import { joint, JOINT_COUNT, JOINT_VALUES } from './joints.ts';
import { swapSides } from './unturn-frames.ts';

/** Creates a person with a torso of 100 pixels whose left side is `aside` pixels to the right of the right one. */
function createBody(aside: number): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (let number = joint.leftShoulder; number < JOINT_COUNT; number += 1) {
    const sign = number % 2 === 1 ? 0.5 : -0.5;
    const [y, z] = [number < joint.leftHip ? 0 : 100, sign * Math.sqrt(3600 - aside ** 2) + 0];
    joints.set([sign * aside, y, z, 1], number * JOINT_VALUES);
  }
  return joints;
}

const turning = [60, 55, 40, 15, -15, -35, -55, -60, -60, -60].map(createBody);

it('keeps left and right of a person who turns around', () => {
  expect(alignSides(turning, 100)).toEqual(turning);
});

it.each([
  ['single frames', [6, 8]],
  ['the last frame', [9]],
])('exchanges them back in %s', (_, exchanged) => {
  const found = turning.map((joints, index) =>
    exchanged.includes(index) ? swapSides(joints) : joints,
  );
  expect(alignSides(found, 100)).toEqual(turning);
});

it('believes the network where most frames say so, and a cut person of one frame', () => {
  const back = Array.from({ length: 8 }, () => createBody(-60));
  expect(alignSides([createBody(60), ...back], 100)).toEqual([createBody(-60), ...back]);
  expect(alignSides([createBody(60)], 100)).toEqual([createBody(60)]);
  expect(alignSides([], 100)).toEqual([]);
});
