/** Measures and matches the contrast of all features of a face with its skin. */
import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp } from '../../vision/math.ts';
import type { SkinColours } from './skin-field.ts';

/** Exponent of the ratio of target contrast to source contrast, and the range of the result. */
const CONTRAST_WEIGHT = 0.75;
const MIN_CONTRAST = 0.65;
const MAX_CONTRAST = 1.1;
/** Addition to every contrast, as a fraction of light: the noise of codecs, which a face without features has too. */
const CONTRAST_FLOOR = 0.01;

/** Returns the contrast of features: the mean distance of luma from smooth skin, as a fraction of its light. */
export function measureContrast(colours: SkinColours, skin: SkinColours, black: number): number {
  let distance = 0;
  let light = 0;
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    distance += Math.abs(colours.y[point] - skin.y[point]);
    light += skin.y[point] - black;
  }
  return distance / Math.max(1, light) + CONTRAST_FLOOR;
}

/** Returns the gain of a source's contrast for a target, both by {@link measureContrast}. */
export function matchContrast(target: number, source: number): number {
  return clamp((target / source) ** CONTRAST_WEIGHT, MIN_CONTRAST, MAX_CONTRAST);
}
