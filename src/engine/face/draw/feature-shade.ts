/**
 * Gives lids the shade that they have in the light of a target, and limits the darkness of lips. The shade between brow
 * and eye belongs to the light of a photo, or to make-up: sockets shaded from above look bruised in an evenly lit face,
 * and powdered ones look blind in shaded sockets. Dark lipstick on lips that the target opens and stretches becomes a
 * thick ring.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE, LID_FOLDS, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import { LIPS } from './lip-colour.ts';

/** Points of the left and the right upper lid and the socket above it, below the brow. */
const LIDS = LID_FOLDS.map((pairs) => [
  ...pairs.map(([fold]) => fold),
  ...pairs.map(([, above]) => above),
]);
const EYES = [LEFT_EYE, RIGHT_EYE];
/** Distances from the lids in the texture over which their shade fades out, and its weight at the edge of an eye. */
const NEAR = [0.008, 0.035] as const;
const AT_EYE = 0.4;
/** Shade of lids relative to that of the target's, and darkness up to which they are never lightened. */
const OF_LIDS = [0.5, 1.2] as const;
const LEAST_SHADE = 0.2;
/** Darkness of lips relative to that of the target's, and up to which it stays. */
const OF_LIPS = 1.3;
const LEAST_DARKNESS = 0.2;
/** Fraction of the excess that stays as part of the likeness. */
const KEPT = 0.45;
/** Range of the light that lids are multiplied by, and minimum gain of lips. */
const LIGHT = [0.88, 1.25] as const;
const MIN_LIPS = 0.65;
/** Seen fraction of a feature from which the target's shade begins to count, and from which it counts fully. */
const SEEN = [0.3, 0.7] as const;

/** Luma of a target per point, that of its skin, the certainty that a point is seen (0..1), and the luma of black. */
interface SeenShade {
  readonly shown: Float32Array;
  readonly skin: Float32Array;
  readonly bare: Float32Array;
  readonly black: number;
}

/**
 * Drawn face per point: luma of its smooth skin, difference of the source's luma from its own skin, and its gain; then
 * whether it shows lids or dark glasses.
 */
interface DrawnShade {
  readonly skin: Float32Array;
  readonly detail: Float32Array;
  readonly gain: Float32Array;
  readonly hasLids: boolean;
}

/** Weight of both lids at every point, 0..1. */
const lidsOf = memoisePerFace(({ texture }: CanonicalFace) =>
  LIDS.map((points, side) => {
    const near = measureNearness(texture, points, NEAR);
    for (const point of EYES[side]) {
      near[point] *= AT_EYE;
    }
    return near;
  }),
);

/** Changes skin and gain of the drawn lids, and the gain of the lips, by which this returns to have multiplied it. */
export function matchShade(face: CanonicalFace, target: SeenShade, drawn: DrawnShade): number {
  const { skin, gain } = drawn;
  for (const [side, near] of lidsOf(face).entries()) {
    const light = drawn.hasLids ? lightOf(target, drawn, LIDS[side]) : 1;
    for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
      // Scaled by light, blacks stay black.
      const here = 1 + (light - 1) * near[point];
      skin[point] = target.black + (skin[point] - target.black) * here;
      gain[point] *= here;
    }
  }
  const [darkness, seen] = [measureDrawn(drawn, target.black, LIPS), measureSeen(target, LIPS)];
  const most = Math.max(LEAST_DARKNESS, OF_LIPS * seen.shade);
  const lips = Math.max(MIN_LIPS, approach(darkness, Math.min(darkness, most)) / darkness);
  const factor = darkness <= most ? 1 : 1 + (lips - 1) * seen.weight;
  for (const point of LIPS) {
    gain[point] *= factor;
  }
  return factor;
}

/** Returns the factor of light that brings drawn lids near to the shade of those of the target. */
function lightOf(target: SeenShade, drawn: DrawnShade, points: readonly number[]): number {
  const shade = measureDrawn(drawn, target.black, points);
  const seen = measureSeen(target, points);
  const most = Math.max(LEAST_SHADE, OF_LIDS[1] * seen.shade);
  const wanted = approach(shade, clamp(shade, OF_LIDS[0] * seen.shade, most));
  const light = clamp((1 - wanted) / Math.max(0.1, 1 - shade), ...LIGHT);
  return 1 + (light - 1) * seen.weight;
}

/** Returns a value near to the wanted one. */
function approach(value: number, wanted: number): number {
  return wanted + KEPT * (value - wanted);
}

/** Returns the mean darkness of drawn points relative to the skin around them. */
function measureDrawn(
  { skin, detail, gain }: DrawnShade,
  black: number,
  points: Iterable<number>,
): number {
  let darker = 0;
  let count = 0;
  for (const point of points) {
    darker -= (gain[point] * detail[point]) / Math.max(1, skin[point] - black);
    count += 1;
  }
  return darker / count;
}

/** Returns the mean darkness of points of the target relative to the skin around them, and how surely it is known. */
function measureSeen(
  { shown, skin, bare, black }: SeenShade,
  points: Iterable<number>,
): { readonly shade: number; readonly weight: number } {
  let darker = 0;
  let seen = 0;
  let count = 0;
  for (const point of points) {
    darker += (bare[point] * (skin[point] - shown[point])) / Math.max(1, skin[point] - black);
    seen += bare[point];
    count += 1;
  }
  return {
    shade: Math.max(0, darker / Math.max(1, seen)),
    weight: smoothstep(...SEEN, seen / count),
  };
}
