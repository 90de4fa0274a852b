import { expect, it } from 'vitest';
import type { TextureLayout } from './texture-layout.ts';
import { wearsGlasses } from './wears-glasses.ts';

const SIZE = 256;

it('knows a frame across the bridge from a shaded nose', () => {
  const layout = makeLayout();
  expect(wearsGlasses(paintNose(layout, 90), layout)).toBe(true);
  expect(wearsGlasses(paintNose(layout, 148), layout)).toBe(false);
});

/** Creates a layout with the bridge of the nose down the middle. */
function makeLayout(): TextureLayout {
  const points = new Float32Array(2 * 478);
  [9, 8, 168, 6, 197, 195].forEach((point, index) => {
    points.set([SIZE / 2, 80 + 10 * index], point * 2);
  });
  return { size: SIZE, points, triangles: new Uint16Array(), drawn: new Uint16Array() };
}

/** Paints a nose that gets brighter downwards, crossed by a line of this brightness. */
function paintNose({ size }: TextureLayout, line: number): Float32Array {
  return Float32Array.from({ length: size * size }, (_, index) => {
    const row = Math.floor(index / size);
    return row >= 100 && row < 104 ? line : 120 + row / 4;
  });
}
