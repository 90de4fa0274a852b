import type { RgbaImage } from '../../pixels/frame.ts';
import { smoothstep } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import type { ColourFunction } from '../colour/colour-function.ts';
import { applyColourTable, bakeColourTable } from '../colour/colour-table.ts';
import { limitBySkin } from '../colour/limit-by-skin.ts';
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
/** Minimum fraction of the warmth of skin before another background. */
const WARMTH = 0.75;

/** Confines a match to light areas: dark hair and black clothes keep their colour in the light of another scene. */
function matchLight(match: ColourFunction): ColourFunction {
  return (red, green, blue) => {
    const weight = smoothstep(0.04, 0.4, computeLuminance(red, green, blue));
    const [r, g, b] = match(red, green, blue);
    return [red + (r - red) * weight, green + (g - green) * weight, blue + (b - blue) * weight];
  };
}

/**
 * Composites people over another image of the same size, with some of its tone on their light areas, as far as the
 * `skin` of faces, if any, keeps its warmth.
 */
export function replaceGround(
  raster: Raster,
  person: Float32Array,
  { ground, skin }: { readonly ground: RgbaImage; readonly skin: Float32Array | null },
): void {
  const front = extractForeground(raster, person);
  const [own, other] = [measureColours(front, person), measureColours(ground)];
  const functions = limitBySkin({ image: front, skin, warmth: WARMTH }, TONE, (amount) => [
    matchLight(matchColours(own, other, amount)),
  ]);
  applyColourTable(front, bakeColourTable(functions), null);
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
