/** Torsos of figures that stand upright, as examples for tests. */
import { joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import type { TorsoFrame } from './torso-frame.ts';

/** A torso of 100 pixels. */
export const exampleTorso: TorsoFrame = {
  hips: { x: 100, y: 150 },
  up: { x: 0, y: -1 },
  length: 100,
  shoulderHalf: 30,
  hipHalf: 15,
  neck: { x: 100, y: 50, upX: 0, upY: -1, length: 40, chin: 0.6 },
};

/** Creates the joints of a torso of 80 pixels around x = 60, and its ears; no other joint is seen. */
export function createExampleJoints(): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [number, x, y] of [
    [joint.leftEar, 70, 20],
    [joint.rightEar, 50, 20],
    [joint.leftShoulder, 90, 60],
    [joint.rightShoulder, 30, 60],
    [joint.leftHip, 75, 140],
    [joint.rightHip, 45, 140],
  ] as const) {
    joints.set([x, y, 0, 1], number * JOINT_VALUES);
  }
  return joints;
}
