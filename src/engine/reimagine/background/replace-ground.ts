import type { RgbaImage } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import { applyColourTable, bakeColourTable } from '../colour/colour-table.ts';
import { matchColours, measureColours } from '../colour/match-colours.ts';
import { blurPlane } from '../raster/planes.ts';
import {
  blendRaster,
  createRaster,
  computeLuminance,
  type Raster,
  readChannels,
} from '../raster/raster.ts';
import type { StepColour } from '../../../instructions/step.ts';
import { studioLightAt } from './studio-light.ts';

/** Paints one colour behind people; a `studio` wall is lighter behind them than at its corners. */
export function paintGround(
  raster: Raster,
  person: Float32Array,
  { colour, isStudio }: { readonly colour: StepColour; readonly isStudio: boolean },
): void {
  const { width, height } = raster;
  const ground = createRaster(width, height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      const light = isStudio ? studioLightAt(column / width, row / height) : 1;
      ground.pixels[at] = colour[0] * light;
      ground.pixels[at + 1] = colour[1] * light;
      ground.pixels[at + 2] = colour[2] * light;
    }
  }
  blendRaster(ground, extractForeground(raster, person), person);
  raster.pixels.set(ground.pixels);
}

/** Makes the background transparent; the edge of people keeps the colours of the foreground. */
export function clearGround(raster: Raster, person: Float32Array): void {
  const { pixels } = extractForeground(raster, person);
  raster.pixels.set(pixels);
  for (let index = 0; index < person.length; index += 1) {
    raster.pixels[index * 4 + 3] = person[index] * 255;
  }
}

/** Strength of the new background's tone on people, and of the light wrap at their edge. */
const TONE = 0.35;
const WRAP = 0.9;

/** Composites people over another image of the same size, with some of its tone on their light areas. */
export function replaceGround(raster: Raster, person: Float32Array, ground: RgbaImage): void {
  const front = extractForeground(raster, person);
  const match = matchColours(measureColours(front, person), measureColours(ground), TONE);
  // Dark hair and black clothes keep their colour: the light of another scene tints light areas.
  const table = bakeColourTable([
    (red, green, blue) => {
      const weight = smoothstep(0.04, 0.4, computeLuminance(red, green, blue));
      const [r, g, b] = match(red, green, blue);
      return [red + (r - red) * weight, green + (g - green) * weight, blue + (b - blue) * weight];
    },
  ]);
  applyColourTable(front, table, null);
  const { width, height, pixels } = raster;
  pixels.set(ground.pixels);
  blendRaster(raster, front, person);
  const radius = Math.max(1, Math.max(width, height) / 100);
  const light = readChannels(ground).map((plane) => blurPlane(plane, width, radius));
  const soft = blurPlane(person, width, radius);
  for (let index = 0, at = 0; index < person.length; index += 1, at += 4) {
    const edge = person[index] * (1 - soft[index]) * WRAP;
    if (edge > 0.01) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = pixels[at + channel];
        pixels[at + channel] = value + Math.max(0, light[channel][index] - value) * edge;
      }
    }
  }
}
