import { expect, it } from 'vitest';
import { LEFT_BROW, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { matchShade } from './feature-shade.ts';
import { LIPS } from './lip-colour.ts';

const BLACK = 16;
const LIGHT = 100;
/** Points of the left and the right upper lid. */
const LIDS = [27, 257] as const;
const CHEEK = 50;

/** Returns the darkness of drawn lids and lips, given those of source and target. */
function draw({
  lids,
  lips = 0.1,
  ofTarget,
  lipsOfTarget = 0.1,
  bare = 1,
  hasLids = true,
}: {
  readonly lids: number;
  readonly lips?: number;
  readonly ofTarget: number;
  readonly lipsOfTarget?: number;
  readonly bare?: number;
  readonly hasLids?: boolean;
}): {
  readonly lids: number;
  readonly lips: number;
  readonly rest: number;
  readonly black: number;
} {
  const plain = (value: number): Float32Array => new Float32Array(MESH_POINT_COUNT).fill(value);
  const shown = plain(BLACK + LIGHT * (1 - ofTarget));
  const detail = plain(-LIGHT * lids);
  for (const point of LIPS) {
    shown[point] = BLACK + LIGHT * (1 - lipsOfTarget);
    detail[point] = -LIGHT * lips;
  }
  const drawn = { skin: plain(BLACK + LIGHT), detail, gain: plain(1), hasLids };
  const target = { shown, skin: plain(BLACK + LIGHT), bare: plain(bare), black: BLACK };
  matchShade(face, target, drawn);
  const darknessAt = (point: number): number =>
    1 - (drawn.skin[point]! + drawn.gain[point]! * detail[point]! - BLACK) / LIGHT;
  expect(darknessAt(LIDS[0])).toBeCloseTo(darknessAt(LIDS[1]), 5);
  const [lid] = LIDS;
  return {
    lids: darknessAt(lid),
    lips: darknessAt(LIPS[0]!),
    rest: darknessAt(CHEEK),
    black: drawn.skin[lid]! - drawn.gain[lid]! * LIGHT,
  };
}

it('lightens sockets that are shaded in the photo and lit in the frame', () => {
  const drawn = draw({ lids: 0.45, ofTarget: 0.2 });
  expect(drawn.lids).toBeLessThan(0.35);
  expect(drawn.lids).toBeGreaterThan(0.2);
  expect(drawn.rest).toBeCloseTo(0.45, 5);
  expect(drawn.black).toBeCloseTo(BLACK, 3);
});

it('shades pale lids in shaded sockets', () => {
  const { lids } = draw({ lids: 0.05, ofTarget: 0.45 });
  expect(lids).toBeGreaterThan(0.12);
  expect(lids).toBeLessThan(0.27);
});

it('leaves lids that are nearly as dark as those of the target', () => {
  expect(draw({ lids: 0.3, ofTarget: 0.3 }).lids).toBeCloseTo(0.3, 5);
  expect(draw({ lids: 0.18, ofTarget: 0 }).lids).toBeCloseTo(0.18, 5);
});

it('limits the darkness of lips', () => {
  expect(draw({ lids: 0.2, ofTarget: 0.2, lips: 0.4, lipsOfTarget: 0.15 }).lips).toBeLessThan(0.3);
  const dark = draw({ lids: 0.2, ofTarget: 0.2, lips: 0.4, lipsOfTarget: 0.35 });
  expect(dark.lips).toBeCloseTo(0.4, 5);
});

it('leaves what it cannot compare, and dark glasses', () => {
  const hidden = draw({ lids: 0.45, ofTarget: 0.1, lips: 0.4, bare: 0.1 });
  expect(hidden.lids).toBeCloseTo(0.45, 5);
  expect(hidden.lips).toBeCloseTo(0.4, 5);
  expect(draw({ lids: 0.6, ofTarget: 0.1, hasLids: false }).lids).toBeCloseTo(0.6, 5);
});

/** Lids at both sides, and all other points far from them. */
const face = makeFace();

function makeFace(): CanonicalFace {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.9);
  for (const point of [247, 30, 29, 27, 28, 56, 190, 113, 225, 224, 223, 222, 221, 189]) {
    texture.set([0.3, 0.4], point * 2);
  }
  for (const point of [467, 260, 259, 257, 258, 286, 414, 342, 445, 444, 443, 442, 441, 413]) {
    texture.set([0.7, 0.4], point * 2);
  }
  for (const point of LEFT_BROW) {
    texture.set([0.3, 0.3], point * 2);
  }
  return {
    positions: new Float32Array(MESH_POINT_COUNT * 3),
    texture,
    triangles: new Uint16Array(0),
    poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
  };
}
