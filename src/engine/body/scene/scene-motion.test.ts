import { expect, it } from 'vitest';
import { type BodyFrame, joint, JOINT_COUNT, JOINT_VALUES } from '../joints.ts';
import { swapSides } from '../unturn-frames.ts';
import { createSceneMotion } from './scene-motion.ts';

const places: readonly (readonly [keyof typeof joint, number, number])[] = [
  ['leftEar', 6, 0],
  ['rightEar', -6, 0],
  ['leftEye', 3, -1],
  ['rightEye', -3, -1],
  ['leftShoulder', 18, 20],
  ['rightShoulder', -18, 20],
  ['leftElbow', 22, 48],
  ['rightElbow', -22, 48],
  ['leftHip', 10, 70],
  ['rightHip', -10, 70],
  ['leftKnee', 11, 112],
  ['rightKnee', -11, 112],
];

function createBody(x: number, y: number, scale: number): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [name, dx, dy] of places) {
    joints.set([x + dx * scale, y + dy * scale, 0, 1], joint[name] * JOINT_VALUES);
  }
  return joints;
}

it('stands where the driver stands, as large as they are', () => {
  const shown = { leftArm: true, rightArm: true, leftLeg: true, rightLeg: false };
  const size = { width: 400, height: 600 };
  const rest = { joints: createBody(200, 60, 3), size, shown };
  const frames = Array.from({ length: 30 }, (_, index): BodyFrame => ({
    timestampUs: index * 40_000,
    durationUs: 40_000,
    joints: createBody(100 + index * 4, 80, 1.5),
    isSeen: true,
    scene: 0,
    face: null,
  }));
  const frameRate = { num: 25, den: 1 };
  const { poses, follows, ratio } = createSceneMotion({ frames, size, frameRate }, rest);
  expect(ratio).toBeCloseTo(0.5, 3);
  expect(follows).toEqual(shown);
  expect(poses[20]!.joints).toEqual(frames[20]!.joints);
  expect(poses[20]!.head).toMatchObject({ x: 180, y: 80, turn: 0 });
});

it('has its sides where a driver who turns away has the others', () => {
  const shown = { leftArm: true, rightArm: true, leftLeg: true, rightLeg: true };
  const size = { width: 400, height: 600 };
  const rest = { joints: createBody(200, 60, 3), size, shown };
  const frames = Array.from({ length: 20 }, (_, index): BodyFrame => ({
    timestampUs: index * 40_000,
    durationUs: 40_000,
    // Seen from behind, the left is on the left.
    joints: index < 10 ? createBody(100, 80, 1.5) : swapSides(createBody(100, 80, 1.5)),
    isSeen: true,
    scene: 0,
    face: null,
  }));
  const { poses } = createSceneMotion({ frames, size, frameRate: { num: 25, den: 1 } }, rest);
  expect(poses[15]!.joints).toEqual(frames[5]!.joints);
  expect(poses[15]!.head.turn).toBe(0);
});
