import { assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalFace } from './canonical-face.ts';
import { createHeadPose, createHeadPoseEstimator } from './head-pose.ts';

// A head of eight corners is sufficient to measure angles.
const corners = [-6, 6].flatMap((x) => [-8, 8].flatMap((y) => [-3, 5].map((z) => [x, y, z])));
const face: CanonicalFace = {
  positions: Float32Array.from(corners.flat()),
  texture: new Float32Array(16),
  triangles: new Uint16Array(0),
  poseBasis: {
    points: Uint16Array.from({ length: 8 }, (_, index) => index),
    weights: Float32Array.from({ length: 8 }, (_, index) => 0.1 + index * 0.05),
  },
};

describe('head pose', () => {
  it('finds the angles and the size a head was turned and drawn with', () => {
    const estimator = createHeadPoseEstimator(face);
    const pose = createHeadPose();
    const angle = double({ min: -1.3, max: 1.3, noNaN: true });
    assert(
      property(
        angle,
        angle,
        double({ min: -3, max: 3, noNaN: true }),
        double({ min: 2, max: 60, noNaN: true }),
        (yaw, pitch, roll, scale) => {
          estimator.estimate(pose, draw(yaw, pitch, roll, scale));
          expect(pose.yaw).toBeCloseTo(yaw, 2);
          expect(pose.pitch).toBeCloseTo(pitch, 2);
          expect(pose.roll).toBeCloseTo(roll, 2);
          expect(pose.scale / scale).toBeCloseTo(1, 3);
        },
      ),
    );
  });

  it('calls a nose to the right a positive yaw and a nose up a positive pitch', () => {
    const estimator = createHeadPoseEstimator(face);
    const pose = createHeadPose();
    estimator.estimate(pose, draw(0.4, 0.2, 0, 10));
    // Direction in which the canonical head looks, in the image: x to the right, y down.
    expect(-pose.rotation[2]!).toBeGreaterThan(0);
    expect(-pose.rotation[5]!).toBeLessThan(0);
  });
});

/** Projects the corners into an image as a mesh: roll first, then pitch, then yaw. */
function draw(yaw: number, pitch: number, roll: number, scale: number): Float32Array {
  return Float32Array.from(
    corners.flatMap(([cx = 0, cy = 0, cz = 0]) => {
      const [x, y, z] = [cx, -cy, -cz];
      const x1 = x * Math.cos(roll) - y * Math.sin(roll);
      const y1 = x * Math.sin(roll) + y * Math.cos(roll);
      const y2 = y1 * Math.cos(pitch) + z * Math.sin(pitch);
      const z2 = z * Math.cos(pitch) - y1 * Math.sin(pitch);
      const x3 = x1 * Math.cos(yaw) - z2 * Math.sin(yaw);
      const z3 = z2 * Math.cos(yaw) + x1 * Math.sin(yaw);
      return [300 + x3 * scale, 200 + y2 * scale, z3 * scale];
    }),
  );
}
