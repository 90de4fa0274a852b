import { expect, it } from 'vitest';
import { sampleLayer } from './sample-layer.ts';

/** A red pixel, and a transparent one with a blue that must not show, at (4, 6) of an image. */
const layer = {
  left: 4,
  top: 6,
  width: 2,
  height: 1,
  pixels: Uint8Array.of(200, 40, 20, 255, 0, 0, 255, 0),
};

function sample(x: number, y: number): readonly number[] {
  const out = new Float32Array(4).fill(9);
  sampleLayer(layer, x, y, out);
  return [...out];
}

it('fades to the transparent without its colour', () => {
  expect(sample(4, 6)).toEqual([200, 40, 20, 255]);
  expect(sample(4.5, 6)).toEqual([200, 40, 20, 127.5]);
});

it('is transparent outside of the layer', () => {
  expect(sample(3.5, 6)).toEqual([200, 40, 20, 127.5]);
  expect(sample(2, 6)).toEqual([0, 0, 0, 0]);
});
