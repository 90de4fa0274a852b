import { boxBlur } from '../../vision/box-blur.ts';
import { clamp, smoothstep } from '../../vision/math.ts';

/**
 * Radius over which the distance from the edge of the visible part is measured, as a fraction of the texture (the
 * average over squares of it is applied twice), and the visible fraction of the surroundings up to which a pixel belongs
 * to the rim, and from which it does not.
 */
const REACH = 0.045;
const INNER = [0.55, 0.97] as const;
/** The latter on a beard, which is dark by itself. */
const INNER_BEARD = 0.75;
/** Radius of the light on the rim, as a fraction of the texture: shade of hair is hardly wider. */
const LOCAL = 0.012;
/** Weight of the light behind a pixel without skin around it. */
const FLOOR = 0.02;
/** Remaining darkness (logarithm), as a rounded cheek is darker at its rim anyway, and the maximum correction. */
const SPARED = 0.04;
const MAX = 0.7;
/** Maximum difference of the correction between colours, as a part of it: a red collar does not tint a chin. */
const TINT = 0.35;
/**
 * Parts of the correction that features and beards do not get: skin is filled in lighter than hair, and a beard as light
 * at its edge would end in a pale ring.
 */
const OF_FEATURES = 0.6;
const OF_BEARD = 0.5;

/** Lightens the rim of planes (0..255, square) to the light of `smooth`, the skin that would be filled in there. */
export type LiftRim = (planes: readonly Float32Array[], smooth: readonly Float32Array[]) => void;

/**
 * Creates the correction of a dark rim of the visible part (`shown`, 0..1) of a photo's skin: the shade of hair and of
 * caps, cheeks that turn away. It is narrower than the distance of mesh points, so matching skin by point would leave it
 * as a contour inside of another face. Light is compared on skin, without `features` (0..1), but lightens these a
 * little as well. `core` (0..1) stays as it is, and a `beard` (0..1) has a narrower rim.
 */
export function createRimLift(
  shown: Float32Array,
  {
    features,
    core,
    beard,
    size,
  }: {
    readonly features: Float32Array;
    readonly core: Float32Array;
    readonly beard: Float32Array;
    readonly size: number;
  },
): LiftRim {
  const inner = shown.slice();
  blurTwice(inner, size, REACH);
  const rim = inner.map((value, index) => {
    const end = INNER[1] + (INNER_BEARD - INNER[1]) * beard[index];
    const lifted = (1 - core[index]) * (1 - OF_BEARD * beard[index]);
    return lifted * (1 - smoothstep(INNER[0], end, value));
  });
  const skin = shown.map((value, index) => value * (1 - features[index]));
  const near = skin.slice();
  blurTwice(near, size, LOCAL);
  return (planes, smooth) => {
    const lacks = planes.map((plane, channel) => {
      const filled = smooth[channel];
      const lack = plane.map(
        (value, index) => skin[index] * Math.log(Math.max(1, filled[index]) / Math.max(1, value)),
      );
      blurTwice(lack, size, LOCAL);
      return lack;
    });
    for (let index = 0; index < rim.length; index += 1) {
      const weight = rim[index] * (1 - OF_FEATURES * features[index]);
      let sum = 0;
      for (const lack of lacks) {
        sum += lack[index];
      }
      const all = sum / lacks.length / (near[index] + FLOOR);
      const lighter = clamp(all - SPARED, 0, MAX);
      for (const [channel, plane] of planes.entries()) {
        // An equal factor for all colours would leave the tint of a shade.
        const tint = lacks[channel][index] / (near[index] + FLOOR) - all;
        const most = TINT * lighter;
        plane[index] *= Math.exp(weight * (lighter + clamp(tint, -most, most)));
      }
    }
  };
}

function blurTwice(plane: Float32Array, size: number, reach: number): void {
  boxBlur(plane, size, Math.round(size * reach));
  boxBlur(plane, size, Math.round(size * reach));
}
