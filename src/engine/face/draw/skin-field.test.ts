import { expect, it } from 'vitest';
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { createSkinColours, createSkinField } from './skin-field.ts';

const SHADE = 60;
/** Extents around the middle of the texture over which light falls off, and over which hair hangs. */
const FALL = 0.08;
const STRAND = 0.03;
/** Texture with points on a disc. */
const texture = new Float32Array(MESH_POINT_COUNT * 2);
for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
  const distance = 0.45 * Math.sqrt(point / MESH_POINT_COUNT);
  texture[point * 2] = 0.5 + distance * Math.cos(point * 2.4);
  texture[point * 2 + 1] = 0.5 + distance * Math.sin(point * 2.4);
}
const field = createSkinField({
  texture,
  positions: new Float32Array(0),
  triangles: new Uint16Array(0),
  poseBasis: { points: new Uint16Array(0), weights: new Float32Array(0) },
});

it('follows hard light to its brightest point, with its chroma', () => {
  const { skin, likeness } = smooth(170, FALL);
  expect(skin.y[0]).toBeGreaterThan(115);
  expect(skin.v[0]! - 128).toBeGreaterThan(18);
  expect(likeness[0]).toBeGreaterThan(0.5);
});

it('does not take dark spots for skin', () => {
  const { skin, likeness } = smooth(10, STRAND);
  expect(skin.y[0]).toBeGreaterThan(45);
  expect(likeness[0]).toBeLessThan(0.3);
});

/** Smooths shaded skin that gets another luma towards the middle of the face; chroma follows it. */
function smooth(
  middle: number,
  extent: number,
): {
  readonly skin: ReturnType<typeof createSkinColours>;
  readonly likeness: Float32Array;
} {
  const colours = createSkinColours();
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const away = Math.hypot(texture[point * 2]! - 0.5, texture[point * 2 + 1]! - 0.5);
    const luma = SHADE + (middle - SHADE) * Math.exp(-0.5 * (away / extent) ** 2);
    colours.y[point] = luma;
    colours.u[point] = 128 - luma / 8;
    colours.v[point] = 128 + luma / 5;
  }
  const skin = createSkinColours();
  const likeness = new Float32Array(MESH_POINT_COUNT);
  field.smooth(colours, skin, likeness);
  return { skin, likeness };
}
