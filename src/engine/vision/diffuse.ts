import { fillGaps } from './fill-gaps.ts';

/**
 * Returns the interleaved colours of an image of `width` columns, filled smoothly where `trust` (0..1) is 0, from
 * growing surroundings.
 */
export function diffuse(
  colours: Float32Array,
  trust: Float32Array,
  width: number,
): Float32Array<ArrayBuffer> {
  const spread = new Float32Array(colours.length);
  const plane = new Float32Array(trust.length);
  for (let channel = 0; channel < 3; channel += 1) {
    for (let index = 0; index < plane.length; index += 1) {
      plane[index] = colours[index * 3 + channel];
    }
    const filled = fillGaps(plane, trust, width);
    for (let index = 0; index < plane.length; index += 1) {
      spread[index * 3 + channel] = filled[index];
    }
  }
  return spread;
}
