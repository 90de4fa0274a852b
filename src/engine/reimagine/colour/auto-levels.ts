import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { luminanceOf } from '../raster/raster.ts';
import { type ColourFunction, saturation } from './colour-function.ts';

/** What is left out at both ends of the histogram. */
const CLIPPED = 0.004;
/** Black is not raised further than this, and white not lowered. */
const MOST_BLACK = 60;
const LEAST_WHITE = 170;
/** Mean light that faces, or pictures without any, are to have. */
const FACE_LIGHT = 0.56;
const PICTURE_LIGHT = 0.46;

/** Sets black, white and the mean light of faces (of the picture where `skin` is nowhere) by what is measured. */
export function listLevelFunctions(
  { pixels }: RgbaImage,
  skin: Float32Array | null,
  amount: number,
): readonly ColourFunction[] {
  const histogram = new Float64Array(256);
  let light = 0;
  let lit = 0;
  let total = 0;
  let whole = 0;
  for (let index = 0; index * 4 < pixels.length; index += 3) {
    const at = index * 4;
    const luminance = luminanceOf(pixels[at], pixels[at + 1], pixels[at + 2]);
    histogram[Math.round(luminance)] += 1;
    total += 1;
    whole += luminance;
    if (skin !== null && skin[index] > 0.6) {
      light += luminance;
      lit += 1;
    }
  }
  const hasFace = lit > 100;
  const low = Math.min(MOST_BLACK, quantileOf(histogram, CLIPPED * total)) / 255;
  const high = Math.max(LEAST_WHITE, quantileOf(histogram, (1 - CLIPPED) * total)) / 255;
  const mean = (hasFace ? light / lit : whole / total) / 255;
  const middle = clamp((mean - low) / (high - low), 0.02, 0.98);
  const wanted = hasFace ? FACE_LIGHT : PICTURE_LIGHT;
  const gamma = clamp(Math.log(wanted) / Math.log(middle), 0.6, 1.5);
  const weight = Math.min(1, amount * 1.3);
  const level = (value: number): number =>
    value + (clamp((value - low) / (high - low), 0, 1) ** gamma - value) * weight;
  return [(red, green, blue) => [level(red), level(green), level(blue)], saturation(0.25 * weight)];
}

function quantileOf(histogram: Float64Array, wanted: number): number {
  let sum = 0;
  for (let value = 0; value < histogram.length; value += 1) {
    sum += histogram[value];
    if (sum >= wanted) {
      return value;
    }
  }
  return histogram.length - 1;
}
