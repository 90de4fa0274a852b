import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createRimShade } from './rim-shade.ts';
import { createSkinColours, type SkinColours } from './skin-field.ts';

const [CHEEK, JAW, MIDDLE, FOREHEAD] = [0, 1, 2, 3];

it('finds a dark rim of cheeks, and neither a light one nor that of jaws, foreheads and the middle', () => {
  const texture = new Float32Array(MESH_POINT_COUNT * 2).fill(0.4);
  texture[JAW * 2 + 1] = 0.8;
  const border = new Float32Array(MESH_POINT_COUNT).fill(1);
  border[MIDDLE] = 0;
  const forehead = new Float32Array(MESH_POINT_COUNT);
  forehead[FOREHEAD] = 1;
  const basis = { points: new Uint16Array(0), weights: new Float32Array(0) };
  const rest = { positions: new Float32Array(0), triangles: new Uint16Array(0), poseBasis: basis };
  const rim = createRimShade({ texture, ...rest }, { border, forehead });
  rim.setSource(makeColours(70, 120), makeColours(100, 112));
  expect([CHEEK, JAW, MIDDLE, FOREHEAD].map((point) => Math.abs(rim.darker.y[point]!))).toEqual([
    30, 0, 0, 0,
  ]);
  expect([CHEEK, JAW].map((point) => rim.darker.u[point])).toEqual([8, 0]);
  rim.setSource(makeColours(130, 112), makeColours(100, 112));
  expect(rim.darker.y[CHEEK]).toBeCloseTo(0);
});

function makeColours(luma: number, chroma: number): SkinColours {
  const colours = createSkinColours();
  colours.y.fill(luma);
  colours.u.fill(chroma);
  colours.v.fill(chroma);
  return colours;
}
