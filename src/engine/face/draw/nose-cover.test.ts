import { expect, it } from 'vitest';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT, NOSE } from '../../track/mesh-points.ts';
import { measureCover } from './nose-cover.ts';

const TIP = 4;
const averted = new Float32Array(MESH_POINT_COUNT).fill(-0.1);

function cover(facing: Float32Array, yaw: number): Float32Array {
  const covered = new Float32Array(MESH_POINT_COUNT);
  measureCover(face, { facing, yaw }, covered);
  return covered;
}

it('covers the averted side of a nose, behind which the same face is', () => {
  const covered = cover(averted, 0.2);
  expect([TIP, ...NOSE].map((point) => covered[point])).toEqual([TIP, ...NOSE].map(() => 1));
  expect(FACE_OVAL.map((point) => covered[point])).toEqual(FACE_OVAL.map(() => 0));
});

it('fades the nose like other skin once it is part of the outline', () => {
  expect(cover(averted, -0.8)[NOSE[0]!]).toBe(0);
  expect(cover(averted, 0.55)[NOSE[0]!]).toBeCloseTo(cover(averted, -0.55)[NOSE[0]!]!);
});

it('covers what faces the viewer', () => {
  expect(Math.min(...cover(new Float32Array(MESH_POINT_COUNT).fill(0.5), 1))).toBe(1);
});

/** A round nose with its tip in the middle of the texture, and all other points at the edge. */
const face = makeFace();

function makeFace(): CanonicalFace {
  const texture = new Float32Array(MESH_POINT_COUNT * 2);
  for (const [index, point] of NOSE.entries()) {
    const angle = (2 * Math.PI * index) / NOSE.length;
    texture.set([0.5 + 0.2 * Math.cos(angle), 0.5 + 0.2 * Math.sin(angle)], point * 2);
  }
  texture.fill(0.5, TIP * 2, TIP * 2 + 2);
  return {
    positions: new Float32Array(MESH_POINT_COUNT * 3),
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
