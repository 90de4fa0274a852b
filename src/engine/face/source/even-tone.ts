import { boxBlur } from '../../vision/box-blur.ts';
import { fillGaps } from '../../vision/fill-gaps.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { smoothstep } from '../../vision/math.ts';

/** Distance over which the tone of skin is taken, as part of the texture. */
const REACH = 0.03;
/**
 * How far the tone of skin differs within a face at most, as part of its luma: blush and shade. What is
 * more is coloured light in the photo.
 */
const MAX_RED = 0.13;
const MAX_BLUE = 0.1;
/** Every so many pixels stand for all in what is usual. */
const EVERY = 7;
const RED_WEIGHT = 0.299;
const BLUE_WEIGHT = 0.114;
const GREEN_WEIGHT = 1 - RED_WEIGHT - BLUE_WEIGHT;
/** Luma below this says nothing of colour. */
const DARK = 24;
/** Parts of the usual luma between which a colour begins to be believed: nostrils are dark, not blue. */
const COLOUR_KNOWN = [0.35, 0.7] as const;

/** Takes coloured light out of a texture: luma stays, and so does every detail. `trust` tells where there is skin, 0..1. */
export function evenTone(planes: ColourPlanes, trust: Float32Array, size: number): void {
  const { red, green, blue } = planes;
  const luma = red.map(
    (value, index) => value * RED_WEIGHT + green[index] * GREEN_WEIGHT + blue[index] * BLUE_WEIGHT,
  );
  const usual = medianWhere(luma, trust);
  const excessRed = findExcess(red, luma, { trust, size, most: MAX_RED });
  const excessBlue = findExcess(blue, luma, { trust, size, most: MAX_BLUE });
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

/** How much more a colour has than it would under even light, as part of luma. */
function findExcess(
  plane: Float32Array,
  luma: Float32Array,
  {
    trust,
    size,
    most,
  }: { readonly trust: Float32Array; readonly size: number; readonly most: number },
): Float32Array {
  const tone = plane.map((value, index) => value / Math.max(DARK, luma[index]) - 1);
  const usual = medianWhere(tone, trust);
  const smooth = fillGaps(tone, trust, size);
  boxBlur(smooth, size, Math.round(size * REACH));
  return smooth.map((value) => {
    const difference = value - usual;
    return difference - most * Math.tanh(difference / most);
  });
}

function medianWhere(values: Float32Array, trust: Float32Array): number {
  const known = values.filter((_, index) => index % EVERY === 0 && trust[index] > 0.5);
  return known.toSorted()[known.length >> 1] ?? 1;
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, value));
}
