/**
 * Calms the colour of light that shines through the rim of a nose. The sun behind a head makes nostrils orange; below
 * other light they would look painted. A red nose stays a little redder than the skin.
 */
import { compareWithSkin, limitSoftly } from './calm-make-up.ts';

/** Distance (logarithm) of a colour from that of the skin, relative to its light, that stays, and the maximum beyond. */
const TONE = 0.1;
const MORE_TONE = 0.05;

/**
 * Limits the colours of a `nose` (0..1 per pixel) beside the skin of the face in `surfaces`. Changes `planes`: red,
 * green and blue.
 */
export function calmNose(
  planes: readonly Float32Array[],
  nose: Float32Array,
  surfaces: readonly Float32Array[],
): void {
  for (let index = 0; index < nose.length; index += 1) {
    if (nose[index] > 0) {
      const { light, tones } = compareWithSkin(planes, surfaces, index);
      for (const [channel, plane] of planes.entries()) {
        const ratio = Math.exp(light + limitSoftly(tones[channel], TONE, MORE_TONE));
        const value = Math.min(255, ratio * surfaces[channel][index]);
        plane[index] += (value - plane[index]) * nose[index];
      }
    }
  }
}
