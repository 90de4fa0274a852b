import { expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { uncoverClosedEyes } from './closed-lids.ts';

it('shows lids of the target where an eye is closed, and only there', () => {
  const cover = new Float32Array(MESH_POINT_COUNT).fill(0.8);
  uncoverClosedEyes(face, Float32Array.of(0.1, 0.9), cover);
  expect(RIGHT_EYE.map((point) => cover[point])).toEqual(RIGHT_EYE.map(() => 0));
  for (const point of [...LEFT_EYE, ...RIGHT_BROW]) {
    expect(cover[point]).toBeCloseTo(0.8);
  }
});

it('fades lids while they close', () => {
  const covered = [0.4, 0.6, 0.9].map((closed) => {
    const cover = new Float32Array(MESH_POINT_COUNT).fill(1);
    uncoverClosedEyes(face, Float32Array.of(closed, 0), cover);
    return cover[LEFT_EYE[4]!]!;
  });
  expect(covered[0]).toBe(1);
  expect(covered[1]).toBeGreaterThan(0.2);
  expect(covered[1]).toBeLessThan(0.8);
  expect(covered[2]).toBe(0);
});

/** Eyes at a quarter and three quarters of the width, other points at least a tenth of the texture away. */
const face = makeFace();

function makeFace(): CanonicalFace {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.9);
  LEFT_EYE.forEach((point) => texture.set([0.25, 0.4], point * 2));
  RIGHT_EYE.forEach((point) => texture.set([0.75, 0.4], point * 2));
  RIGHT_BROW.forEach((point) => texture.set([0.75, 0.3], point * 2));
  return {
    positions: new Float32Array(MESH_POINT_COUNT * 3),
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
