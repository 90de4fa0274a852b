import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createLightLimit } from './light-limit.ts';

const BLACK = 16;
const basis = { points: new Uint16Array(0), weights: new Float32Array(0) };
const rest = { positions: new Float32Array(0), triangles: new Uint16Array(0), poseBasis: basis };
/** A grid of points, nearly all of them in the area of beards; the cheek is its quarter with the lowest coordinates. */
const SIDE = 22;
const texture = Float32Array.from({ length: MESH_POINT_COUNT * 2 }, (_, at) =>
  at % 2 === 0 ? ((at / 2) % SIDE) / SIDE : Math.floor((at - 1) / 2 / SIDE) / SIDE,
);
const isCheek = (point: number) => texture[point * 2]! < 0.5 && texture[point * 2 + 1]! < 0.5;
/** Points in the middle of the cheek and of the rest. */
const [CHEEK, ELSEWHERE] = [5 * SIDE + 5, 15 * SIDE + 15];
const none = new Float32Array(MESH_POINT_COUNT);
const one = new Float32Array(MESH_POINT_COUNT).fill(1);

it('brings a cheek in the shade of the photo near the light of the target, with its contrast', () => {
  const { wanted, gain } = limit({ cheek: 60 });
  expect(wanted[CHEEK]).toBeGreaterThan(BLACK + 82);
  expect(wanted[CHEEK]).toBeLessThan(BLACK + 93);
  expect(gain[CHEEK]).toBeCloseTo((wanted[CHEEK]! - BLACK) / 60, 3);
  expect(wanted[ELSEWHERE]).toBeCloseTo(BLACK + 100, 1);
});

it('lowers light of the photo in the same way, and hardly changes small differences', () => {
  const bright = limit({ cheek: 160 }).wanted[CHEEK]!;
  expect(bright).toBeGreaterThan(BLACK + 107);
  expect(bright).toBeLessThan(BLACK + 118);
  expect(limit({ cheek: 97 }).wanted[CHEEK]).toBeCloseTo(BLACK + 97, 0);
});

it('allows less at the border', () => {
  const atBorder = limit({ cheek: 60, border: one }).wanted[CHEEK]!;
  expect(atBorder).toBeGreaterThan(limit({ cheek: 60 }).wanted[CHEEK]! + 3);
});

it('counts neither beards of the source nor hidden points of the target', () => {
  expect(limit({ cheek: 60, likeness: none }).wanted[CHEEK]).toBe(BLACK + 60);
  expect(limit({ cheek: 60, bare: none }).wanted[CHEEK]).toBe(BLACK + 60);
});

/** Limits the light of a face with a luma of 100 above black, and of `cheek` there, on a face with 100 everywhere. */
function limit({
  cheek,
  border = none,
  likeness = one,
  bare = one,
}: {
  readonly cheek: number;
  readonly border?: Float32Array;
  readonly likeness?: Float32Array;
  readonly bare?: Float32Array;
}): { readonly wanted: Float32Array; readonly gain: Float32Array } {
  const light = createLightLimit({ texture, ...rest }, border);
  light.setSource(likeness);
  const shown = one.map(() => BLACK + 100);
  const wanted = one.map((_, point) => BLACK + (isCheek(point) ? cheek : 100));
  const gain = one.slice();
  light.limit({ black: BLACK, shown, likeness: one, bare, detail: none, gain }, wanted);
  return { wanted, gain };
}
