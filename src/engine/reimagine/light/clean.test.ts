import { expect, it } from 'vitest';
import { createRaster, type Raster } from '../raster/raster.ts';
import { liftShadows, computeMeanLight } from './clean.ts';

const DARK = 24;

/** Draws a dark image, optionally with a lamp in its right quarter. */
function drawRoom(hasLamp: boolean): Raster {
  const room = createRaster(160, 40);
  for (let index = 0; index < room.pixels.length / 4; index += 1) {
    const isLamp = hasLamp && index % 160 >= 120;
    room.pixels.fill(isLamp ? 230 : DARK, index * 4, index * 4 + 3);
  }
  return room;
}

it('lifts all frames of a scene equally, even when light changes', () => {
  const [first, second] = [drawRoom(false), drawRoom(true)];
  const light = computeMeanLight(first);
  expect(computeMeanLight(second)).toBeGreaterThan(light * 2);
  for (const room of [first, second]) {
    liftShadows(room, { amount: 1, light });
  }
  const at = (20 * 160 + 30) * 4;
  expect(first.pixels[at]).toBeGreaterThan(DARK * 2);
  expect(second.pixels[at]).toBe(first.pixels[at]);
});
