import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { computeLuminance } from '../raster/raster.ts';
import { type ColourFunction, removeCast, saturation, type UnitColour } from './colour-function.ts';

/** Fraction of pixels clipped at each end of the histogram. */
const CLIPPED = 0.004;
/** Maximum level that becomes black, and minimum level that becomes white (0..255). */
const MAX_BLACK = 60;
const MIN_WHITE = 170;
/** Target mean luminance of faces, or of images without faces. */
const FACE_LIGHT = 0.56;
const PICTURE_LIGHT = 0.46;

/** Sets black, white and the mean luminance of faces (of the image if `skin` is null or small) from measurements. */
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
    const luminance = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]);
    histogram[Math.round(luminance)] += 1;
    total += 1;
    whole += luminance;
    if (skin !== null && skin[index] > 0.6) {
      light += luminance;
      lit += 1;
    }
  }
  const hasFace = lit > 100;
  const low = Math.min(MAX_BLACK, computeQuantile(histogram, CLIPPED * total)) / 255;
  const high = Math.max(MIN_WHITE, computeQuantile(histogram, (1 - CLIPPED) * total)) / 255;
  const mean = (hasFace ? light / lit : whole / total) / 255;
  const middle = clamp((mean - low) / (high - low), 0.02, 0.98);
  const wanted = hasFace ? FACE_LIGHT : PICTURE_LIGHT;
  const gamma = clamp(Math.log(wanted) / Math.log(middle), 0.6, 1.5);
  const level = (value: number): number =>
    value + (clamp((value - low) / (high - low), 0, 1) ** gamma - value) * amount;
  return [(red, green, blue) => [level(red), level(green), level(blue)], saturation(0.12 * amount)];
}

/** Minkowski norm of shades of grey (Finlayson 2004), in which light pixels count most. */
const NORM = 6;
/** Range of the light's channels, 0..1, that counts as a full cast; smaller casts are removed less. */
const FULL_CAST = 0.35;

/** Minimum strength at which a named cast is removed even when less is measured: the user sees one. */
const MIN_NAMED = 0.3;

/** Removes the measured cast of an image's light, or the named cast at its measured strength. */
export function listCastFunctions(
  image: RgbaImage,
  named: UnitColour | null,
  amount: number,
): readonly ColourFunction[] {
  const light = measureLight(image);
  const range = Math.max(...light) - Math.min(...light);
  if (named === null) {
    return [removeCast(light, amount * Math.min(1, range / FULL_CAST))];
  }
  const middle = computeMean(light);
  const own = computeMean(named);
  const spread = Math.max(1e-3, Math.hypot(...named.map((value) => value - own)));
  const along = named.reduce(
    (sum, value, channel) => sum + (light[channel] - middle) * (value - own),
    0,
  );
  const measured = clamp(along / spread / (FULL_CAST * NAMED_PART), MIN_NAMED, 1);
  return [removeCast(named, amount * measured)];
}

/** Fraction of a full cast at which a named cast counts as full. */
const NAMED_PART = 0.5;

function computeMean([red, green, blue]: UnitColour): number {
  return (red + green + blue) / 3;
}

/** Measures the colour of the light, 0..1. */
function measureLight({ pixels }: RgbaImage): UnitColour {
  const sums = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < pixels.length; at += 12) {
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] += (pixels[at + channel] / 255) ** NORM;
    }
    count += 1;
  }
  const [red, green, blue] = sums.map((sum) => (sum / Math.max(1, count)) ** (1 / NORM));
  return [red, green, blue];
}

function computeQuantile(histogram: Float64Array, wanted: number): number {
  let sum = 0;
  for (let value = 0; value < histogram.length; value += 1) {
    sum += histogram[value];
    if (sum >= wanted) {
      return value;
    }
  }
  return histogram.length - 1;
}
