import { boxBlur } from '../../vision/box-blur.ts';
import { clamp } from '../../vision/math.ts';

/**
 * Radius over which filled pixels continue the visible ones, as a fraction of the texture: the average over squares of
 * this radius is applied twice.
 */
const REACH = 0.03;
/** Amount of skin nearby, as a fraction of a square, at which it is followed by half. */
const HALF_FOLLOWED = 0.03;
/**
 * Maximum ratio by which filled pixels are lightened, or darkened beside a beard; minimum for other faces, whose dark
 * edge is in the shade of hair or turns away from the light: continued, it would surround the face as a dark band.
 */
const MAX = 1.8;
const DARKEST = 0.9;

/** Makes a filled plane (0..255, square) continue the visible part. */
export type MeetShown = (filled: Float32Array, shown: Float32Array) => Float32Array<ArrayBuffer>;

/**
 * Creates the correction for planes whose skin is visible by `weights` (0..1). The ratio of visible to filled pixels is
 * propagated outwards by normalized averaging (Knutsson and Westin 1993) and fades to 1. Without it, skin that is
 * lighter than the rest of the face or has another colour would end at a line.
 */
export function createMeetShown(
  weights: Float32Array,
  size: number,
  isBearded: boolean,
): MeetShown {
  const darkest = isBearded ? 1 / MAX : DARKEST;
  const radius = Math.round(size * REACH);
  const near = weights.slice();
  blurTwice(near, size, radius);
  return (filled, shown) => {
    const carried = weights.map((weight, index) =>
      weight === 0
        ? 0
        : weight * Math.log(clamp(shown[index] / Math.max(1, filled[index]), darkest, MAX)),
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
