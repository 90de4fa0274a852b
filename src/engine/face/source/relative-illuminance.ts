import { clamp } from '../../vision/math.ts';

/** Deep shadow and highlight: further, chroma is noise or fades. */
const DARKEST = 0.35;
const BRIGHTEST = 1.2;

/**
 * How much light falls on skin of a luma above black, as part of that on the whole face. Chroma grows
 * with light; divided by this it is that of the skin alone, so that shadows of one complexion do not turn blue on another.
 */
export function relativeIlluminance(luma: number, reference: number): number {
  const light = luma / (reference > 1 ? reference : 1);
  return light < DARKEST ? DARKEST : light > BRIGHTEST ? BRIGHTEST : light;
}

/** Mean luma of skin above black from which a scene is light enough: very dark skin in daylight comes to that. */
const LIT_SKIN = 60;
/** How fast contrast falls below it: light falls faster than what codes it in dim pictures, and the grain of cameras hides more. */
const FALL = 1.5;

/** How much of the contrast and colour of features is seen in the light of a scene, 0..1, by the `reference` of skin in it. */
export function visibilityInLight(reference: number): number {
  return clamp(reference / LIT_SKIN, 0, 1) ** FALL;
}
