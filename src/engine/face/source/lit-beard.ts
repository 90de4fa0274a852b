/**
 * Finds the part of a beard that may be drawn to the outline of the jaw. Strands hide how little of a jaw is visible, and
 * without them it would look shaved; but shade below the jaw is no beard, and a chin that is merely in shade may have a
 * hand at its outline.
 */
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';

/** Masks of a texture, 0..1 per pixel. */
interface BeardView {
  /** Area in which a beard grows; 0 everywhere for a face without one. */
  readonly beard: Float32Array;
  readonly seen: Float32Array;
  readonly features: Float32Array;
  readonly size: number;
}

/** Light of a beard, as a fraction of that of the skin above, up to which it is certain, and from which it is shade. */
const DARK = [0.64, 0.7] as const;
/**
 * Light (as a fraction of the rest of the beard) between which a place is shade or beard, and the radius of that
 * comparison as a fraction of the texture.
 */
const LIT = [0.45, 0.75] as const;
const REACH = 0.015;
/** The same for a chin that may only be in shade: light from which a pixel is another thing, such as the edge of a hand. */
const BRIGHTER = [1, 1.2] as const;

/** Returns the mask of a beard, 0..1, without shade that is darker than the well visible part of it. */
export function outlineLitBeard(
  light: Float32Array,
  { beard, seen, features, size }: BeardView,
): Float32Array {
  const plain = seen.map((value, index) => value * (1 - features[index]));
  const usual = averageWhere(light, (index) => plain[index] * beard[index]);
  const above = averageWhere(light, (index) => (beard[index] === 0 ? plain[index] : 0));
  const certain = 1 - smoothstep(...DARK, usual / above);
  const around = light.slice();
  boxBlur(around, size, Math.round(size * REACH));
  return beard.map((value, index) => {
    const foreign = (1 - certain) * smoothstep(...BRIGHTER, light[index] / usual);
    return value * (1 - foreign) * smoothstep(...LIT, around[index] / usual);
  });
}

/** Returns a weighted average, at least 1. */
function averageWhere(values: Float32Array, weightAt: (index: number) => number): number {
  let sum = 0;
  let total = 1e-6;
  for (let index = 0; index < values.length; index += 1) {
    const weight = weightAt(index);
    sum += weight * values[index];
    total += weight;
  }
  return Math.max(1, sum / total);
}
