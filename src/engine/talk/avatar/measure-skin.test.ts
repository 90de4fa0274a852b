import { expect, it } from 'vitest';
import { measureSkin } from './measure-skin.ts';

const SIZE = 100;

it('measures the colour of lit skin, with any beard or shade on the other cheek', () => {
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    pixels.set(at % SIZE < SIZE / 2 ? [90, 50, 40, 255] : [210, 160, 130, 255], at * 4);
  }
  // Points of the left cheek lie in the shade.
  const landmarks = new Float32Array(478 * 3).fill(20);
  for (const point of [280, 266, 425, 423, 426]) {
    landmarks.set([80, 50, 0], point * 3);
  }
  const skin = measureSkin({ width: SIZE, height: SIZE, pixels }, landmarks);
  expect(skin.map(Math.round)).toEqual([210, 160, 130]);
});
