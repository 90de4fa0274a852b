import { expect, it } from 'vitest';
import { createRaster, type Raster } from '../raster/raster.ts';
import { grades } from '../../../instructions/step.ts';
import { saturation } from './colour-function.ts';
import { applyColourTable, bakeColourTable } from './colour-table.ts';
import { listGoldenFunctions, listGradeFunctions } from './grades.ts';

/** Draws a pixel for every combination of every sixth value of each channel. */
function drawAllColours(): Raster {
  const raster = createRaster(43 * 43, 43);
  for (let index = 0; index < raster.width * raster.height; index += 1) {
    raster.pixels.set(
      [(index % 43) * 6, (Math.floor(index / 43) % 43) * 6, Math.floor(index / 43 / 43) * 6],
      index * 4,
    );
  }
  return raster;
}

it('changes nothing without functions', () => {
  const raster = drawAllColours();
  const before = raster.pixels.slice();
  applyColourTable(raster, bakeColourTable([]), null);
  expect(raster.pixels).toEqual(before);
});

it('makes every colour grey where saturation is taken', () => {
  const raster = drawAllColours();
  applyColourTable(raster, bakeColourTable([saturation(-1)]), null);
  let max = 0;
  for (let at = 0; at < raster.pixels.length; at += 4) {
    const [red, green, blue] = [0, 1, 2].map((channel) => raster.pixels[at + channel]!);
    max = Math.max(max, Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!));
  }
  expect(max).toBeLessThanOrEqual(1);
});

it('changes bytes only where a mask is', () => {
  const raster = drawAllColours();
  const before = raster.pixels.slice();
  const mask = new Float32Array(raster.width * raster.height);
  mask.fill(1, 0, 1000);
  applyColourTable(raster, bakeColourTable(listGradeFunctions('sepia', 1)), mask);
  expect(raster.pixels.subarray(4000)).toEqual(before.subarray(4000));
  expect(raster.pixels.subarray(0, 4000)).not.toEqual(before.subarray(0, 4000));
});

it('has a number for every colour in each grade before and after those with powers', () => {
  const powers = [...listGradeFunctions('night', 1), ...listGoldenFunctions(1)];
  for (const grade of grades) {
    const functions = listGradeFunctions(grade, 1);
    for (const [first, second] of [
      [functions, powers],
      [powers, functions],
    ] as const) {
      const table = bakeColourTable([...first, ...second]);
      expect(table.every((value) => value >= 0 && value <= 255)).toBe(true);
    }
  }
});
