/** Continues an even background where somebody was: a smooth colour, a membrane to the surroundings, and their grain. */
import { smoothstep } from '../../vision/math.ts';
import { blurColours } from '../raster/colour-plane.ts';
import { hashNoise } from '../raster/planes.ts';
import type { Raster } from '../raster/raster.ts';
import { FADE, type FillTask } from './fill-task.ts';
import { evaluateGround } from './ground-colour.ts';
import { SMOOTH, solveMembrane } from './membrane.ts';
import { synthesiseGrain } from './synthesise-grain.ts';

/** Radius of the blur that divides colour from grain, by the longest side. */
const GRAIN = 1 / 80;

/** Draws the background over the person. */
export function fillGround(raster: Raster, task: FillTask): void {
  const { image, area, ground } = task;
  const { width, height, colours } = image;
  const smooth = colours.slice();
  blurColours(smooth, width, SMOOTH);
  const membrane = solveMembrane(smooth, task);
  const radius = Math.max(4, Math.round(Math.max(width, height) * GRAIN));
  smooth.set(colours);
  blurColours(smooth, width, radius);
  const grain = synthesiseGrain(smooth, radius, task);
  const fade = Math.max(2, FADE * area.faceHeight);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      const weight = 1 - smoothstep(ground.margin, ground.margin + fade, area.distance[index]);
      if (weight === 0) {
        continue;
      }
      for (let channel = 0; channel < 3; channel += 1) {
        const value =
          evaluateGround(ground.colour, channel, [column, row], image) +
          membrane.read(column, row, channel) +
          grain[index * 4 + channel];
        const at = index * 4 + channel;
        raster.pixels[at] +=
          (value - raster.pixels[at]) * weight + dither(column, row, channel) * weight;
      }
    }
  }
}

/** Rounds by chance, so that a soft gradient has no steps. */
function dither(column: number, row: number, channel: number): number {
  return hashNoise(column, row, channel) - 0.5;
}
