import { expect, it } from 'vitest';
import type { ImageFace } from '../../head/head-view.ts';
import { createRaster, type Raster } from '../raster/raster.ts';
import { reduceShine } from './reduce-shine.ts';

const SIZE = 120;
const SKIN = [180, 130, 110] as const;
const whole = new Float32Array(SIZE * SIZE).fill(1);
/** A face that covers the image: only its outline and box are read. */
const face = {
  landmarks: Float32Array.from({ length: 478 * 3 }, (_, at) =>
    at % 3 === 2 ? 0 : Math.floor(at / 3) % 2 === 0 ? 2 : SIZE - 2,
  ),
  box: { left: 0, top: 0, width: SIZE, height: SIZE },
} as unknown as ImageFace;

/** Plain skin with a small spot of another colour in the middle. */
function drawSkin(spot: readonly [number, number, number]): Raster {
  const raster = createRaster(SIZE, SIZE);
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const distance = Math.hypot((index % SIZE) - SIZE / 2, Math.floor(index / SIZE) - SIZE / 2);
    raster.pixels.set(distance < 7 ? spot : SKIN, index * 4);
  }
  return raster;
}

function readMiddle({ pixels }: Raster): number[] {
  return [...pixels.subarray((SIZE * SIZE + SIZE) * 2, (SIZE * SIZE + SIZE) * 2 + 3)];
}

const reduce = (raster: Raster, amount = 1): Raster => {
  reduceShine(raster, whole, { faces: [face], within: whole, amount });
  return raster;
};

it('takes most of a pale highlight, and leaves the colour of the skin', () => {
  const [red = 0, green = 0, blue = 0] = readMiddle(reduce(drawSkin([250, 236, 230])));
  expect(red).toBeLessThan(222);
  expect(red).toBeGreaterThan(SKIN[0]);
  expect(blue / red).toBeCloseTo(SKIN[2] / SKIN[0], 1);
  expect(green).toBeGreaterThan(blue);
});

it('leaves skin that is lit, paint and plain skin unchanged', () => {
  for (const spot of [[225, 162, 137], [200, 130, 190], SKIN] as const) {
    expect(readMiddle(reduce(drawSkin(spot)))).toEqual(readMiddle(drawSkin(spot)));
  }
});

it('does less with a smaller amount', () => {
  const shiny = [250, 236, 230] as const;
  const [little = 0] = readMiddle(reduce(drawSkin(shiny), 0.3));
  const [much = 0] = readMiddle(reduce(drawSkin(shiny), 1));
  expect(little).toBeGreaterThan(much + 10);
  expect(little).toBeLessThan(shiny[0]);
});
