import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createPhotoLight } from './photo-light.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

const [CHEEK, JAW, MIDDLE, FOREHEAD, JAW_EDGE] = [0, 1, 2, 3, 4];

const alike = new Float32Array(MESH_POINT_COUNT).fill(1);
const basis = { points: new Uint16Array(0), weights: new Float32Array(0) };
const rest = { positions: new Float32Array(0), triangles: new Uint16Array(0), poseBasis: basis };

it('finds a dark rim of cheeks, of jaws at their edge alone, a bright one of both, and none of foreheads and the middle', () => {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.4);
  texture[JAW * 2 + 1] = 0.8;
  texture[JAW_EDGE * 2 + 1] = 0.8;
  const border = new Float32Array(MESH_POINT_COUNT).fill(1);
  border[MIDDLE] = 0;
  border[JAW] = 0.5;
  const forehead = new Float32Array(MESH_POINT_COUNT);
  forehead[FOREHEAD] = 1;
  const light = createPhotoLight({ texture, ...rest }, { border, forehead });
  light.setSource(makeColours(70, 120), makeColours(100, 112), alike);
  expect([CHEEK, MIDDLE, FOREHEAD].map((point) => Math.abs(light.excess.y[point]!))).toEqual([
    30, 0, 0,
  ]);
  expect(Math.abs(light.excess.y[JAW]!)).toBeLessThan(1);
  expect(light.excess.y[JAW_EDGE]).toBeCloseTo(-25.5, 3);
  expect(light.excess.u[CHEEK]).toBe(8);
  expect(light.excess.u[JAW]).toBeLessThan(0.5);
  light.setSource(makeColours(130, 112), makeColours(100, 112), alike);
  expect([CHEEK, JAW_EDGE, MIDDLE, FOREHEAD].map((point) => light.excess.y[point])).toEqual([
    30, 30, 0, 0,
  ]);
});

it('finds a patch of light on one side, and no cheeks that are bright on both', () => {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.9);
  const [left, right] = [50, 280];
  texture.set([0.3, 0.5], left * 2);
  texture.set([0.7, 0.5], right * 2);
  const none = new Float32Array(MESH_POINT_COUNT);
  const light = createPhotoLight({ texture, ...rest }, { border: none, forehead: none });
  const shown = makeColours(100, 112);
  shown.y[right] = 140;
  light.setSource(shown, makeColours(100, 112), alike);
  expect(light.excess.y[right]).toBeGreaterThan(20);
  expect(light.excess.y[right]).toBeLessThan(40);
  expect(light.excess.y[left]).toBe(0);
  shown.y[left] = 140;
  light.setSource(shown, makeColours(100, 112), alike);
  expect(light.excess.y[right]).toBe(0);
});

it('takes the excess and light that the target does not have away', () => {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.4);
  const none = new Float32Array(MESH_POINT_COUNT);
  const border = none.slice();
  border[CHEEK] = 1;
  const light = createPhotoLight({ texture, ...rest }, { border, forehead: none });
  light.setSource(makeColours(110, 112), makeColours(100, 112), alike);
  const wanted = makeColours(100, 120);
  const target = { shown: makeColours(100, 112), skin: makeColours(100, 112), likeness: alike };
  light.subtract(target, alike, wanted);
  // The bright rim of the cheek is excess already.
  expect(wanted.y[CHEEK]).toBeLessThan(wanted.y[MIDDLE]!);
  expect(wanted.y[MIDDLE]).toBeLessThan(95);
  expect(wanted.u[MIDDLE]).toBe(120);
});

function makeColours(luma: number, chroma: number): SkinColours {
  const colours = createSkinColours();
  colours.y.fill(luma);
  colours.u.fill(chroma);
  colours.v.fill(chroma);
  return colours;
}
