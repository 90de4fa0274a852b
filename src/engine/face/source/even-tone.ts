import { boxBlur } from '../../vision/box-blur.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { smoothstep } from '../../vision/math.ts';

/** Radius over which the tone of skin is averaged, as a fraction of the texture. */
const REACH = 0.03;
/**
 * Maximum difference of skin tone within a face, as a fraction of its luma, by blush and shade. More is coloured light
 * in the photo.
 */
const MAX_RED = 0.13;
const MAX_BLUE = 0.1;
/** Step between the pixels that are sampled for the usual tone. */
const EVERY = 7;
const RED_WEIGHT = 0.299;
const BLUE_WEIGHT = 0.114;
const GREEN_WEIGHT = 1 - RED_WEIGHT - BLUE_WEIGHT;
/** Minimum luma that a colour is related to: the tone of darker pixels is noise. */
const DARK = 24;
/** Fractions of the usual luma between which a colour begins to count: nostrils are dark, not blue. */
const COLOUR_KNOWN = [0.35, 0.7] as const;

/** Removes coloured light from a texture; luma and all detail stay. `trust` is the skin mask, 0..1. */
export function evenTone(planes: ColourPlanes, trust: Float32Array, size: number): void {
  const { red, green, blue } = planes;
  const luma = red.map(
    (value, index) => value * RED_WEIGHT + green[index] * GREEN_WEIGHT + blue[index] * BLUE_WEIGHT,
  );
  const usual = medianWhere(luma, trust);
  const excessRed = findExcess(red, luma, { trust, size, max: MAX_RED });
  const excessBlue = findExcess(blue, luma, { trust, size, max: MAX_BLUE });
  for (let index = 0; index < red.length; index += 1) {
    const known = luma[index] * smoothstep(COLOUR_KNOWN[0], COLOUR_KNOWN[1], luma[index] / usual);
    const lessRed = excessRed[index] * known;
    const lessBlue = excessBlue[index] * known;
    const moreGreen = (lessRed * RED_WEIGHT + lessBlue * BLUE_WEIGHT) / GREEN_WEIGHT;
    red[index] = toByte(red[index] - lessRed);
    blue[index] = toByte(blue[index] - lessBlue);
    green[index] = toByte(green[index] + moreGreen);
  }
}

/** Returns the excess of a colour over its maximum under even light, as a fraction of luma; below 0 for a lack. */
function findExcess(
  plane: Float32Array,
  luma: Float32Array,
  {
    trust,
    size,
    max,
  }: { readonly trust: Float32Array; readonly size: number; readonly max: number },
): Float32Array {
  const tone = plane.map((value, index) => value / Math.max(DARK, luma[index]) - 1);
  const usual = medianWhere(tone, trust);
  const smooth = fillGaps(tone, trust, size);
  boxBlur(smooth, size, Math.round(size * REACH));
  return smooth.map((value) => {
    const difference = value - usual;
    return difference - max * Math.tanh(difference / max);
  });
}

function medianWhere(values: Float32Array, trust: Float32Array): number {
  const known = values.filter((_, index) => index % EVERY === 0 && trust[index] > 0.5);
  return known.toSorted()[known.length >> 1] ?? 1;
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, value));
}
