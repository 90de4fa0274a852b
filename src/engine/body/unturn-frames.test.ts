import { expect, it } from 'vitest';
import { joint, JOINT_COUNT, JOINT_VALUES } from './joints.ts';
import { countTurned, findSideways, unturnFrames } from './unturn-frames.ts';

/** Turns a person by 90 degrees in the image, as one who lies. */
function recline(joints: Float32Array): Float32Array {
  const laid = joints.slice();
  for (let at = 0; at < laid.length; at += JOINT_VALUES) {
    laid.set([-joints[at + 1]!, joints[at]!], at);
  }
  return laid;
}

/** Creates a person with a torso of 100 pixels, the left side `aside` pixels to the right, and the left hand raised. */
function createBody(aside: number): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const put = (left: number, right: number, y: number): void => {
    joints.set([aside, y, 0, 1], left * JOINT_VALUES);
    joints.set([-aside, y, 0, 1], right * JOINT_VALUES);
  };
  put(joint.leftShoulder, joint.rightShoulder, 0);
  put(joint.leftHip, joint.rightHip, 100);
  put(joint.leftEye, joint.rightEye, -40);
  joints.set([aside * 2, -60, 0, 1], joint.leftWrist * JOINT_VALUES);
  joints.set([-aside * 2, 60, 0, 1], joint.rightWrist * JOINT_VALUES);
  return joints;
}

const heightOf = (joints: Float32Array | undefined, number: number) =>
  joints?.[number * JOINT_VALUES + 1];

it('mirrors a person who turns away, and ends with their return', () => {
  const driver = [30, 4, -4, -30, -4, 4, 30].map(createBody);
  const { frames, turned } = unturnFrames(driver, createBody(25));
  expect(turned).toEqual([false, false, false, true, true, true, false]);
  expect(frames[0]).toBe(driver[0]);
  // The raised hand stays on its side of the image.
  expect(frames[3]?.[joint.rightWrist * JOINT_VALUES]).toBeLessThan(0);
  expect(heightOf(frames[3], joint.rightWrist)).toBe(-60);
  expect(frames[3]?.[joint.leftEye * JOINT_VALUES]).toBeGreaterThan(0);
});

it('follows a driver from behind as they are where the still shows a back', () => {
  const driver = [-30, 30].map(createBody);
  expect(unturnFrames(driver, createBody(-25)).turned).toEqual([false, true]);
});

it('finds frames from the side, unless the still is from the side too', () => {
  const driver = [30, 28, 13, 4, -13, -30].map(createBody);
  const found = findSideways(driver, createBody(25));
  expect(found).toEqual([false, false, true, true, true, false]);
  expect(findSideways(driver, createBody(5))).not.toContain(true);
});

it('finds a driver who is never seen from the front', () => {
  expect(findSideways([6, 4, 5].map(createBody), createBody(25))).not.toContain(false);
});

it('takes nobody who lies or leans for one from the side', () => {
  const driver = [30, 28, 30].map(createBody);
  expect(findSideways([...driver, recline(createBody(30))], createBody(25))).not.toContain(true);
  expect(findSideways([...driver, recline(createBody(4))], createBody(25))[3]).toBe(true);
});

it('counts frames from behind and from the side once, among those that show the still', () => {
  const frames = [30, 13, -30, -13, 28].map((aside, index) => ({
    timestampUs: index,
    durationUs: 1,
    joints: createBody(aside),
    isSeen: true,
    face: null,
    scene: 0,
  }));
  const rest = createBody(25);
  expect(countTurned({ frames }, rest)).toEqual({ turnedFrames: 2, sidewaysFrames: 1 });
  const isLate = (index: number): boolean => index > 2;
  expect(countTurned({ frames }, rest, isLate)).toEqual({ turnedFrames: 1, sidewaysFrames: 0 });
});
