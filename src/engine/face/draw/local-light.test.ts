import { expect, it, vi } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createLocalLight } from './local-light.ts';

const basis = { points: new Uint16Array(0), weights: new Float32Array(0) };
const rest = { positions: new Float32Array(0), triangles: new Uint16Array(0), poseBasis: basis };
/** A grid of points; the cheek is its quarter with the lowest coordinates. */
const SIDE = 22;
const texture = Float32Array.from({ length: MESH_POINT_COUNT * 2 }, (_, at) =>
  at % 2 === 0 ? ((at / 2) % SIDE) / SIDE : Math.floor((at - 1) / 2 / SIDE) / SIDE,
);
const isCheek = (point: number) => texture[point * 2]! < 0.5 && texture[point * 2 + 1]! < 0.5;
/** Points in the middle of the cheek and of the rest. */
const [CHEEK, ELSEWHERE] = [5 * SIDE + 5, 15 * SIDE + 15];
const none = new Float32Array(MESH_POINT_COUNT);
const one = new Float32Array(MESH_POINT_COUNT).fill(1);

it('takes away light on a cheek of the photo as far as that of the target is not lit', () => {
  const light = createLocalLight({ texture, ...rest }, none);
  light.setSource(makeFace(20));
  const unlit = match(light, makeFace(0));
  expect(unlit[CHEEK]).toBeLessThan(92);
  expect(unlit[CHEEK]).toBeGreaterThan(85);
  expect(unlit[ELSEWHERE]).toBeCloseTo(100, 0);
  expect(match(light, makeFace(10))[CHEEK]).toBeCloseTo((100 + unlit[CHEEK]!) / 2, 0);
  expect(match(light, makeFace(30))[CHEEK]).toBe(100);
});

it('leaves shade, points that are no skin, and those that are matched otherwise', () => {
  const light = createLocalLight({ texture, ...rest }, none);
  light.setSource(makeFace(-20));
  expect(match(light, makeFace(0))[CHEEK]).toBe(100);
  light.setSource(
    makeFace(
      20,
      one.map((_, point) => (isCheek(point) ? 0 : 1)),
    ),
  );
  expect(match(light, makeFace(0))[CHEEK]).toBeCloseTo(100, 1);
  const held = createLocalLight({ texture, ...rest }, one);
  held.setSource(makeFace(20));
  expect(match(held, makeFace(0))[CHEEK]).toBe(100);
});

it('opens no kernel memory for every source', () => {
  const face = { texture, ...rest };
  createLocalLight(face, none);
  const opened = vi.spyOn(WebAssembly, 'Memory');
  createLocalLight(face, none);
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
});

/** Luma of a face whose cheek differs from its smooth skin. */
function makeFace(brighter: number, likeness = one) {
  const skin = one.map(() => 100);
  const shown = skin.map((value, point) => value + (isCheek(point) ? brighter : 0));
  return { shown, skin, likeness };
}

function match(
  light: ReturnType<typeof createLocalLight>,
  face: ReturnType<typeof makeFace>,
): Float32Array {
  const wanted = one.map(() => 100);
  light.match(face, one, wanted);
  return wanted;
}
