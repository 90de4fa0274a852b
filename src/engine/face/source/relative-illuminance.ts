import { clamp, smoothstep } from '../../vision/math.ts';

/** Range of the result: in deeper shadow chroma is noise, and in brighter highlights it fades. */
const DARKEST = 0.35;
const BRIGHTEST = 1.2;
/**
 * Minimum for brows, lashes, pupils and nostrils, which are darker than skin and not as red: in 22 photos their chroma
 * was a fifth of the skin's (median), part of which bled from the skin beside them.
 */
const DARKEST_FEATURE = 0.12;
/** Light of the darkest skin from which everything in deeper shadow is a feature. */
const EVENLY_LIT = 0.55;

/**
 * Returns the light on skin of a luma above black, relative to the whole face. Chroma grows with light; divided by this
 * it is that of the skin alone, so that shadows of one complexion do not turn blue on another. `min` is the minimum of
 * the result.
 */
export function relativeIlluminance(luma: number, reference: number, min = DARKEST): number {
  const light = luma / (reference > 1 ? reference : 1);
  return light < min ? min : light > BRIGHTEST ? BRIGHTEST : light;
}

/**
 * Returns the minimum light on drawn chroma, by the light on the darkest skin, both relative to the whole face: where
 * skin lies in deep shadow, it cannot be told from features.
 */
export function minIlluminance(darkestSkin: number): number {
  return DARKEST - (DARKEST - DARKEST_FEATURE) * smoothstep(DARKEST, EVENLY_LIT, darkestSkin);
}

/** Mean luma of skin above black from which a scene is well lit: very dark skin in daylight reaches it. */
const LIT_SKIN = 60;
/**
 * Exponent of the decrease below it: in dim frames light falls faster than its coded luma, and the grain of cameras
 * hides more.
 */
const FALL = 1.5;

/**
 * Returns the visible fraction of contrast and colour of features in the light of a scene, 0..1, by the `reference`
 * luma of its skin.
 */
export function visibilityInLight(reference: number): number {
  return clamp(reference / LIT_SKIN, 0, 1) ** FALL;
}
