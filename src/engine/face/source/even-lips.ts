/**
 * Evens the colour of lips. A lamp or the sky mirrored on one side, or teeth at the edge, leave that side pale, which
 * would be grey in other light. A mesh that is slightly off on one side of a smile has bright skin there. Therefore
 * neither side may be much lighter, relative to its own skin, than the other.
 */
import { LIPS_INNER, LIPS_OUTER } from '../../track/mesh-points.ts';
import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Fraction of the difference in tone from the mean of the lips that is removed. */
const EVENED = 0.6;
/** Softness of the mask, as a fraction of the texture. */
const EDGE = 0.012;
/**
 * Maximum lightness, relative to the skin, compared with the other side, and the radius of that average, as a fraction
 * of the texture: highlights are smaller.
 */
const LIGHTER = 1.1;
const BROAD = 0.018;
/** Scales of the lips' outline between which the skin around them lies, and the radius of its average. */
const AROUND = [1.2, 1.8] as const;
const SKIN_BROAD = 0.06;
const WEIGHTS = [0.299, 0.587, 0.114];

/**
 * Moves the tone of all pixels of the lips towards their mean, and the light of a pale side down to the other. Changes
 * the planes.
 */
export function evenLips({ red, green, blue }: ColourPlanes, layout: TextureLayout): void {
  const { size } = layout;
  const lips = new Float32Array(size * size);
  fillOutline(lips, layout, { outline: LIPS_OUTER, value: 1, growth: 0.95 });
  fillOutline(lips, layout, { outline: LIPS_INNER, value: 0, growth: 1 });
  const planes = [red, green, blue];
  const lightAt = (index: number): number =>
    Math.max(1, WEIGHTS[0] * red[index] + WEIGHTS[1] * green[index] + WEIGHTS[2] * blue[index]);
  const tones = planes.map((plane) => meanTone(plane, lips, lightAt));
  const broadLight = (where: Float32Array, part: number): Float32Array => {
    const light = Float32Array.from(where, (_, index) => lightAt(index));
    boxBlurWhere(light, where, { size, radius: Math.max(1, Math.round(size * part)) });
    return light;
  };
  const broad = broadLight(lips, BROAD);
  // A window beside a face lights skin and lips alike, and the light of the skin is matched with that of the target
  // later.
  const skin = broadLight(maskAround(layout), SKIN_BROAD);
  const paler = broad.map((light, index) => {
    const mirrored = index + size - 1 - 2 * (index % size);
    const usual = (LIGHTER * broad[mirrored] * skin[index]) / Math.max(1, skin[mirrored]);
    return light > usual && usual > 0 ? usual / light : 1;
  });
  boxBlur(lips, size, Math.round(size * EDGE));
  for (let index = 0; index < lips.length; index += 1) {
    if (lips[index] > 0) {
      const light = lightAt(index);
      const darker = 1 + (paler[index] - 1) * lips[index];
      for (const [channel, plane] of planes.entries()) {
        const even = plane[index] + EVENED * lips[index] * (light * tones[channel] - plane[index]);
        plane[index] = Math.min(255, even * darker);
      }
    }
  }
}

/** Returns the mask of the skin around lips, 0 or 1. */
function maskAround(layout: TextureLayout): Float32Array {
  const mask = new Float32Array(layout.size ** 2);
  fillOutline(mask, layout, { outline: LIPS_OUTER, value: 1, growth: AROUND[1] });
  fillOutline(mask, layout, { outline: LIPS_OUTER, value: 0, growth: AROUND[0] });
  return mask;
}

/** Returns the mean of a colour relative to light, weighted by light: dark pixels have hardly any tone. */
function meanTone(
  plane: Float32Array,
  lips: Float32Array,
  lightAt: (index: number) => number,
): number {
  let sum = 0;
  let total = 1e-6;
  for (let index = 0; index < lips.length; index += 1) {
    sum += lips[index] * plane[index];
    total += lips[index] > 0 ? lips[index] * lightAt(index) : 0;
  }
  return sum / total;
}
