import { boxBlur } from '../../vision/box-blur.ts';
import { clamp } from '../../vision/math.ts';

/** How far what is filled in goes on as what is shown beside it, as part of the texture: twice averaged over squares of so much to every side. */
const REACH = 0.03;
/** How much skin must be near to be followed by half, as part of what a square holds. */
const HALF_FOLLOWED = 0.03;
/** How many times as light or dark at most something filled in becomes. */
const MOST = 1.8;

/** Makes a plane (0..255, square) that is filled in go on as what is shown ends. */
export type MeetShown = (filled: Float32Array, shown: Float32Array) => Float32Array<ArrayBuffer>;

/**
 * For planes of which skin is shown where `weights` say so (0..1): the ratio of what is shown to what is filled in is carried outwards by
 * normalised averaging (Knutsson and Westin 1993) and fades to none. Skin that the fill does not follow, since it is lighter than the
 * rest of the face or has another colour, would end at a line otherwise.
 */
export function createMeetShown(weights: Float32Array, size: number): MeetShown {
  const radius = Math.round(size * REACH);
  const near = weights.slice();
  blurTwice(near, size, radius);
  return (filled, shown) => {
    const carried = weights.map((weight, index) =>
      weight === 0
        ? 0
        : weight * Math.log(clamp(shown[index] / Math.max(1, filled[index]), 1 / MOST, MOST)),
    );
    blurTwice(carried, size, radius);
    return filled.map(
      (value, index) => value * Math.exp(carried[index] / (near[index] + HALF_FOLLOWED)),
    );
  };
}

function blurTwice(plane: Float32Array, size: number, radius: number): void {
  boxBlur(plane, size, radius);
  boxBlur(plane, size, radius);
}
