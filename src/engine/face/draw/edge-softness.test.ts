import { expect, it } from 'vitest';
import { openKernelArena } from '../../pixels/simd/kernels.ts';
import { LEFT_BROW, LIPS_OUTER, MESH_POINT_COUNT, RIGHT_BROW } from '../../track/mesh-points.ts';
import { measureEdgeSoftness } from './edge-softness.ts';
import { createFacePatch, positionPatch } from './face-patch.ts';

const SIDE = 128;
const EDGE = 64;

it('measures the blur of an edge, for any height', () => {
  for (const height of [30, 120]) {
    for (const deviation of [1, 1.5, 2.5]) {
      const found = computeSoftness((y) => height * toStep((y - EDGE) / deviation));
      expect(Math.abs(Math.sqrt(found) - deviation)).toBeLessThan(0.25);
    }
  }
});

it('finds nothing soft where there are no edges, and bounds for a slope', () => {
  expect(computeSoftness(() => 90)).toBe(0);
  expect(computeSoftness((y) => y)).toBe(9);
});

it('measures eyes alone, as brows and lips may be soft in a sharp frame', () => {
  const other = 100;
  const soften = (y: number) => 100 * toStep(y - EDGE) + 40 * toStep((y - other) / 3);
  expect(computeSoftness(soften, other)).toBeCloseTo(computeSoftness(soften), 2);
});

/** Returns a unit step blurred by a Gaussian of one pixel. */
function toStep(distance: number): number {
  let [below, all] = [0, 0];
  for (let at = -5; at <= 5; at += 0.01) {
    const density = Math.exp(-0.5 * at ** 2);
    below += at < distance ? density : 0;
    all += density;
  }
  return below / all;
}

/** Returns the softness found with eyes on a row, and brows and lips on another one. */
function computeSoftness(lumaOf: (y: number) => number, other = EDGE): number {
  const arena = openKernelArena();
  const patch = createFacePatch(arena);
  const rows = Array.from({ length: SIDE }, (_, row) => 20 + lumaOf(row));
  const y = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => rows[Math.floor(at / SIDE)]!);
  const chroma = new Uint8Array((SIDE * SIDE) / 4).fill(128);
  const frame = {
    y,
    u: chroma,
    v: chroma.slice(),
    width: SIDE,
    height: SIDE,
    strideY: SIDE,
    strideU: SIDE / 2,
    strideV: SIDE / 2,
  };
  positionPatch(patch, frame, { left: 10, top: 10, width: 108, height: 108 });
  const mesh = new Float32Array(MESH_POINT_COUNT * 3).map((_, at) => (at % 3 === 2 ? 0 : EDGE));
  for (const point of [...LEFT_BROW, ...RIGHT_BROW, ...LIPS_OUTER]) {
    mesh[point * 3 + 1] = other;
  }
  const softness = measureEdgeSoftness(patch, patch.planes.partLuma, mesh);
  arena.close();
  return softness;
}
