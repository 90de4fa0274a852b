import { boxBlur } from '../../vision/box-blur.ts';
import { clamp } from '../../vision/math.ts';

/** How far what is filled in goes on as what is shown beside it, as part of the texture: twice averaged over squares of so much to every side. */
const REACH = 0.03;
/** How much skin must be near to be followed by half, as part of what a square holds. */
const HALF_FOLLOWED = 0.03;
/** How many times as light or dark at most something filled in becomes. */
const MOST = 1.8;

/**
 * Changes `filled` (0..255, square) so that it goes on where `shown` ends, which has weight (0..1): the ratio of both is carried outwards by
 * normalised averaging (Knutsson and Westin 1993) and fades to none. Skin that the fill does not follow, since it is lighter than the
 * rest of the face or has another colour, would end at a line otherwise.
 */
export function meetShown(
  filled: Float32Array,
  { shown, weights, size }: MetPlanes,
): Float32Array<ArrayBuffer> {
  const carried = Float32Array.from(weights, (weight, index) => {
    const ratio = clamp(shown[index] / Math.max(1, filled[index]), 1 / MOST, MOST);
    return weight * Math.log(ratio);
  });
  const near = weights.slice();
  const radius = Math.round(size * REACH);
  for (let round = 0; round < 2; round += 1) {
    boxBlur(carried, size, radius);
    boxBlur(near, size, radius);
  }
  return Float32Array.from(
    filled,
    (value, index) => value * Math.exp(carried[index] / (near[index] + HALF_FOLLOWED)),
  );
}

/** What is shown, and where. */
interface MetPlanes {
  readonly shown: Float32Array;
  readonly weights: Float32Array;
  readonly size: number;
}
