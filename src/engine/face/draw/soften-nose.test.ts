import { expect, it } from 'vitest';
import { createI420Frame } from '../../pixels/frame.ts';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { MESH_POINT_COUNT, NOSE } from '../../track/mesh-points.ts';
import { createFacePatch, positionPatch } from './face-patch.ts';
import { createNoseOutline } from './soften-nose.ts';

const SIZE = 64;
/** Column of the outline of the nose. */
const EDGE = 32;
const [TOP, BOTTOM, BEFORE, BEHIND] = [NOSE[0]!, NOSE[1]!, NOSE[2]!, NOSE[3]!];

it('softens the outline of a nose that covers a cheek, and nothing else', () => {
  const { at, change } = soften(EDGE - 6);
  expect(at(EDGE)).toBeGreaterThan(60);
  expect(at(EDGE)).toBeLessThan(190);
  expect(at(EDGE - 3)).toBe(50);
  expect(at(EDGE + 3)).toBe(200);
  expect(change).toBeGreaterThan(20);
});

it('leaves a nose of which both sides are seen', () => {
  expect(soften(EDGE + 12).change).toBe(0);
});

it('changes little when a side folds hardly, as it does with the noise of a mesh', () => {
  const { at } = soften(EDGE - 0.02);
  expect(Math.abs(at(EDGE) - 200)).toBeLessThan(5);
  expect(at(EDGE - 1)).toBeLessThan(55);
});

it('leaves pixels beside the drawn face', () => {
  expect(soften(EDGE - 6, 0).change).toBe(0);
});

/** Draws a dark and a light half with the outline between them; the corner of the second triangle is at a column. */
function soften(
  behind: number,
  masked = 255,
): { readonly at: (column: number) => number; readonly change: number } {
  const arena = openKernelArena();
  const patch = createFacePatch(arena);
  positionPatch(patch, createI420Frame(SIZE, SIZE), { left: 0, top: 0, width: SIZE, height: SIZE });
  const { width, height, planes } = patch;
  const { bytes } = arena.views;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    bytes[planes.luma + pixel] = pixel % width < EDGE ? 50 : 200;
    bytes[planes.mask + pixel] = masked;
  }
  const before = bytes.slice(planes.luma, planes.luma + width * height);
  const mesh = new Float32Array(MESH_POINT_COUNT * 3);
  mesh.set([EDGE, 10], TOP * 3);
  mesh.set([EDGE, 50], BOTTOM * 3);
  mesh.set([EDGE - 20, 30], BEFORE * 3);
  mesh.set([behind, 30], BEHIND * 3);
  createNoseOutline(face).soften(patch, mesh);
  const after = bytes.slice(planes.luma, planes.luma + width * height);
  return {
    at: (column) => after[30 * width + column]!,
    change: after.filter((value, pixel) => value !== before[pixel]).length,
  };
}

/** Two triangles of the nose, which is in the middle of the texture. */
const face: CanonicalFace = {
  positions: new Float32Array(MESH_POINT_COUNT * 3),
  texture: new Float32Array(MESH_POINT_COUNT * 2).fill(0.5),
  triangles: Uint16Array.of(TOP, BOTTOM, BEFORE, BOTTOM, TOP, BEHIND),
  poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
};
