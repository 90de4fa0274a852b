import { expect, it } from 'vitest';
import { FACE_OVAL, LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { measureBrightness } from './dark-edge.ts';
import type { TextureLayout } from './texture-layout.ts';

const SIZE = 128;
const SKIN = 180;
const DARK = 60;

it('takes dark hair at the edge of a face for no skin, and leaves shade, features and the middle alone', () => {
  const features = new Float32Array(SIZE * SIZE);
  const shade = Float32Array.from({ length: SIZE * SIZE }, (_, at) => SKIN - (at % SIZE) / 4);
  const hair = fillDisc(shade, { x: 25, y: 88, value: DARK });
  const middle = fillDisc(shade, { x: 64, y: 80, value: DARK });
  const feature = fillDisc(shade, { x: 102, y: 84, value: DARK });
  fillDisc(features, { x: 102, y: 84, value: 1 });
  const trust = new Float32Array(SIZE * SIZE).fill(1);
  const bright = measureBrightness(shade, { trust, features, layout: makeLayout() });
  expect(bright[hair]).toBeLessThan(0.1);
  expect(bright[middle]).toBeGreaterThan(0.95);
  expect(bright[feature]).toBeGreaterThan(0.95);
  expect(bright[110 * SIZE + 30]).toBeGreaterThan(0.95);
  expect(bright[110 * SIZE + 98]).toBeGreaterThan(0.95);
});

/** Fills a disc; returns the index of its centre. */
function fillDisc(
  plane: Float32Array,
  { x, y, value }: { readonly x: number; readonly y: number; readonly value: number },
): number {
  for (let at = 0; at < plane.length; at += 1) {
    if (Math.hypot((at % SIZE) - x, Math.floor(at / SIZE) - y) < 7) {
      plane[at] = value;
    }
  }
  return y * SIZE + x;
}

/** Creates the layout of a round face with two eyes. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(MESH_POINT_COUNT * 2);
  const draw = (outline: readonly number[], x: number, y: number, radius: number): void => {
    outline.forEach((point, index) => {
      const angle = (index / outline.length) * 2 * Math.PI;
      points.set([x + radius * Math.cos(angle), y + radius * Math.sin(angle)], point * 2);
    });
  };
  draw(FACE_OVAL, 64, 64, 60);
  draw(LEFT_EYE, 44, 48, 8);
  draw(RIGHT_EYE, 84, 48, 8);
  return { size: SIZE, points, triangles: new Uint16Array(0), drawn: new Uint16Array(0) };
}
