/**
 * The colour of lips. A lamp or the sky that is mirrored on one side of them, and teeth beside their edge, leave that side pale; in other
 * light it would be grey beside the rest. A mesh that is off on one side of a smile has bright skin there, so no side is much lighter than the other.
 */
import { LIPS_INNER, LIPS_OUTER } from '../../track/mesh-points.ts';
import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** How much of what the tone differs from that of all the lips is left out. */
const EVENED = 0.6;
/** How soft that ends, as part of the texture. */
const EDGE = 0.012;
/** How much lighter than the other side a side may be, and over what part of the texture that is measured: highlights are smaller. */
const LIGHTER = 1.1;
const BROAD = 0.018;
const WEIGHTS = [0.299, 0.587, 0.114];

/** Brings the tone of all places of lips nearer to their mean, and the light of a pale side down to the other. Changes the planes. */
export function evenLips({ red, green, blue }: ColourPlanes, layout: TextureLayout): void {
  const { size } = layout;
  const lips = new Float32Array(size * size);
  fillOutline(lips, layout, { outline: LIPS_OUTER, value: 1, growth: 0.95 });
  fillOutline(lips, layout, { outline: LIPS_INNER, value: 0, growth: 1 });
  const planes = [red, green, blue];
  const lightAt = (index: number): number =>
    Math.max(1, WEIGHTS[0] * red[index] + WEIGHTS[1] * green[index] + WEIGHTS[2] * blue[index]);
  const tones = planes.map((plane) => meanTone(plane, lips, lightAt));
  const broad = Float32Array.from(lips, (_, index) => lightAt(index));
  boxBlurWhere(broad, lips, { size, radius: Math.max(1, Math.round(size * BROAD)) });
  const paler = broad.map((light, index) => {
    const other = broad[index + size - 1 - 2 * (index % size)];
    return light > LIGHTER * other && other > 0 ? (LIGHTER * other) / light : 1;
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

/** The mean of a colour by its light; dark places have hardly any tone. */
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
