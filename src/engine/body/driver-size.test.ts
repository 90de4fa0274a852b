import { expect, it } from 'vitest';
import { createI420Frame } from '../pixels/frame.ts';
import { createHeadPose } from '../track/head-pose.ts';
import { measureBuild } from './body-build.ts';
import { findDriverSizes, smoothSizes } from './driver-size.ts';
import { type BodyFace, joint, JOINT_COUNT, JOINT_VALUES } from './joints.ts';

/** Creates joints of a torso; hips that are not visible stay near the edge of the frame. */
function toTorso(size: number, { turn = 1, bend = 1, hasHips = true } = {}): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  for (const [side, offset] of [
    [1, 0],
    [-1, 1],
  ] as const) {
    const aside = side * turn * size;
    joints.set([300 + 31 * aside, 100, 0, 1], (joint.leftShoulder + offset) * JOINT_VALUES);
    joints.set(
      [300 + 19 * aside, 100 + (hasHips ? 100 * size * bend : 60), 0, hasHips ? 1 : 0.1],
      (joint.leftHip + offset) * JOINT_VALUES,
    );
  }
  return joints;
}

function createFace(scale: number): BodyFace {
  return {
    landmarks: new Float32Array(0),
    iris: new Float32Array(0),
    pose: { ...createHeadPose(), scale },
    box: { left: 0, top: 0, width: 0, height: 0 },
    confidence: 1,
    mouth: {
      frame: createI420Frame(2, 2, { matrix: 'bt709', isFullRange: false }),
      left: 0,
      top: 0,
      skin: { y: 128, u: 128, v: 128 },
    },
    hands: [],
  };
}

/** Returns the sizes of a driver who doubles, measured at 25 frames per second. */
function createSizes(frameOf: (size: number) => { joints: Float32Array; face: BodyFace | null }) {
  const frames = Array.from({ length: 120 }, (_, at) => {
    const size = at < 40 ? 1 : at < 80 ? 1 + (at - 40) / 40 : 2;
    return { ...frameOf(size), scene: 0 };
  });
  const build = measureBuild(frames.map(({ joints }) => joints));
  const sizes = findDriverSizes({ frames, frameRate: { num: 25, den: 1 } }, build);
  return { growth: sizes.at(-1)! / sizes[0]!, sizes };
}

it('a driver who comes nearer grows, with or without a face', () => {
  expect(createSizes((size) => ({ joints: toTorso(size), face: null })).growth).toBeCloseTo(2, 1);
  expect(
    createSizes((size) => ({ joints: toTorso(size), face: createFace(size * 5) })).growth,
  ).toBeCloseTo(2, 1);
});

it('a driver whose hips leave the frame keeps growing', () => {
  const { growth } = createSizes((size) => ({
    joints: toTorso(size, { hasHips: size < 1.2 }),
    face: null,
  }));
  expect(growth).toBeGreaterThan(1.8);
});

it('a driver who turns to the side while coming nearer grows as their face does', () => {
  const { growth } = createSizes((size) => ({
    joints: toTorso(size, { turn: size > 1.2 ? 0.2 : 1, hasHips: false }),
    face: createFace(size * 5),
  }));
  expect(growth).toBeCloseTo(2, 1);
});

/** Returns the sizes of somebody who looks at the camera, then turns their face away, then bends. */
function createBending(faceOf: () => BodyFace | null): readonly number[] {
  const frames = Array.from({ length: 120 }, (_, at) => ({
    joints: toTorso(1, at < 40 ? {} : at < 90 ? { turn: 0.3 } : { bend: 0.6 }),
    face: at < 40 ? faceOf() : null,
    scene: 0,
  }));
  const build = measureBuild(frames.map(({ joints }) => joints));
  return findDriverSizes({ frames, frameRate: { num: 25, den: 1 } }, build);
}

it('a driver whose face is turned away is as large as before, though they bend later', () => {
  const sizes = createBending(() => createFace(5));
  expect(sizes[70]! / sizes[5]!).toBeCloseTo(1, 2);
});

it('a driver without a face is hardly larger because they bend later', () => {
  const sizes = createBending(() => null);
  expect(sizes[65]!).toBeLessThan(1.25);
});

it('a driver who bends is as large as before', () => {
  const sizes = Array.from({ length: 100 }, (_, at) => (at > 40 && at < 52 ? 0.6 : 1));
  expect(Math.min(...smoothSizes(sizes, 25))).toBeGreaterThan(0.97);
  const nearer = smoothSizes(
    Array.from({ length: 100 }, (_, at) => 1 + at / 100),
    25,
  );
  expect(nearer[60]! - nearer[40]!).toBeCloseTo(0.2, 1);
});
