/**
 * Removes smiles from shapes with a closed mouth. The amount of the smile is estimated from the height of the mouth
 * corners above the line between the lips and from the mouth width relative to the eyes, each weighted by its variance
 * among faces at rest. Features that a resting face may have as well stay unchanged.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_EYE,
  LEFT_EYE_OUTER,
  LIPS_INNER,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_EYE,
  RIGHT_EYE_OUTER,
} from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { computeEyeWidth, computeOpening } from './eye-opening.ts';
import type { FrontalShape } from './face-shape.ts';
import { memoisePerFace } from './memoise-per-face.ts';
import { measureDistances } from './texture-distance.ts';

/** Removes smiles from shapes. */
export interface SmileRelaxer {
  /** Returns the amount of smile in a shape with its mouth as it is: 0 none, 1 wide. */
  measure(shape: FrontalShape): number;
  /** Removes a measured smile from the shape, in place, after its mouth was closed. */
  relax(shape: FrontalShape, amount: number): void;
}

/**
 * Height of the corners (in mouth widths) and width of the mouth (in distances of the outer eye corners): mean at rest,
 * standard deviation between people, and the change by a wide smile.
 */
const HEIGHT = { rest: -0.005, spread: 0.02, smile: 0.1 };
const WIDTH = { rest: 0.59, spread: 0.045, smile: 0.2 };
/** Standard deviation of smiles, as a fraction of a wide one. */
const SMILE_SPREAD = 0.5;
/**
 * Mouth widths (in distances of the outer eye corners) over which an estimate begins to count: only wide mouths smile,
 * but corners are also high beside the lips of an open mouth.
 */
const WIDE = [0.57, 0.65] as const;
/** Estimates up to the first value are attributed to the face itself, from the second on to a smile. */
const BELIEVED = [0.12, 0.4] as const;
/** Maximum estimate, where 1 is a wide smile. */
const WIDEST = 1.2;

/** Movements by a wide smile, in centimetres: corners and cheeks outwards, up and back, and the upper lids down. */
const CORNER_OUT = 0.95;
const CHEEK_OUT = 0.18;
const CORNER_UP = 0.2;
const CHEEK_UP = 0.24;
const CORNER_BACK = 0.55;
const LID_DOWN = 0.14;
/**
 * Eye opening at rest, in eye widths: mean, standard deviation between people, and standard deviation of the effect of
 * wide smiles on the lids, as some narrow the eyes and others do not. `max` limits the correction: eyes may be closed.
 */
const OPENING = { rest: 0.285, spread: 0.05, smile: 0.06, max: 0.05 };
/** Corner height above rest, in mouth widths, from which the whole lift of a smile is removed. */
const LIFTED = 0.06;
/** Smile from which corners of different heights are evened: most smiles are stronger on one side, few mouths are. */
const EVENED = 0.5;
/**
 * Distances from the lips (centimetres) over which the skin follows corners and cheeks; half of that below the mouth.
 */
const CORNER_REACH = 0.9;
const CHEEK_REACH = 5;
/**
 * Distance from the outline in the texture over which a smile fades out, and the distance over which skin follows the
 * lids.
 */
const OUTLINE = 0.1;
const NEAR_LIDS = 0.05;

const [UPPER_LIP, LOWER_LIP] = [LIPS_INNER[5], LIPS_INNER[15]];
const [LEFT_OUTER_CORNER, RIGHT_OUTER_CORNER] = [LIPS_OUTER[0], LIPS_OUTER[10]];

/** Eye, and the weight with which every point follows its upper lid. */
interface MovedLid {
  readonly outline: readonly number[];
  readonly weights: Float32Array;
}

/** Returns the relaxer for meshes of a canonical face; it has no state between calls. */
export const smileRelaxerOf: (face: CanonicalFace) => SmileRelaxer =
  memoisePerFace(createSmileRelaxer);

function createSmileRelaxer(face: CanonicalFace): SmileRelaxer {
  const { spread, lift, sway, lids } = makeSmile(face);
  return {
    measure(shape) {
      const estimate = estimateSmile(shape);
      return estimate * smoothstep(...BELIEVED, estimate);
    },
    relax(shape, amount) {
      if (amount === 0) {
        return;
      }
      const lifted = Math.min(amount, Math.max(0, computeHeight(shape) - HEIGHT.rest) / LIFTED);
      const uneven = computeUnevenness(shape) * Math.min(1, amount / EVENED);
      for (let at = 0; at < shape.length; at += 1) {
        shape[at] -= spread[at] * amount + lift[at] * lifted + sway[at] * uneven;
      }
      for (const { outline, weights } of lids) {
        const raised = computeWidening(shape, outline, amount);
        for (let point = 0; point < weights.length; point += 1) {
          shape[point * 3 + 1] -= weights[point] * raised;
        }
      }
    },
  };
}

/** Returns the most likely amount of smile, with normal distributions of both measures and of smiles. */
function estimateSmile(shape: FrontalShape): number {
  const across = computeDistance(shape, LEFT_EYE_OUTER, RIGHT_EYE_OUTER) || 1;
  const width = computeDistance(shape, LEFT_OUTER_CORNER, RIGHT_OUTER_CORNER) / across;
  const facts = [
    { ...HEIGHT, value: computeHeight(shape) },
    { ...WIDTH, value: width },
  ];
  let sum = 0;
  let weight = 1 / SMILE_SPREAD ** 2;
  for (const { value, rest, spread, smile } of facts) {
    sum += ((value - rest) * smile) / spread ** 2;
    weight += (smile / spread) ** 2;
  }
  return clamp(sum / weight, 0, WIDEST) * smoothstep(...WIDE, width);
}

/** Returns the most likely distance (centimetres) by which lids went down in a smile beyond the average. */
function computeWidening(shape: FrontalShape, outline: readonly number[], amount: number): number {
  const { rest, spread, smile, max } = OPENING;
  const ofSmile = (smile * amount) ** 2;
  const narrower = rest - computeOpening(shape, outline);
  const wider = clamp((narrower * ofSmile) / (ofSmile + spread ** 2), -max, max);
  return wider * computeEyeWidth(shape, outline);
}

/** Returns the height of the mouth corners above the line between the lips, in mouth widths. */
function computeHeight(shape: FrontalShape): number {
  const mouth = computeDistance(shape, LEFT_OUTER_CORNER, RIGHT_OUTER_CORNER) || 1;
  const line = shape[UPPER_LIP * 3 + 1] + shape[LOWER_LIP * 3 + 1];
  const corners = shape[LEFT_OUTER_CORNER * 3 + 1] + shape[RIGHT_OUTER_CORNER * 3 + 1];
  return (line - corners) / 2 / mouth;
}

/** Returns how much lower the left mouth corner is than the right one, in centimetres, by the line of the eyes. */
function computeUnevenness(shape: FrontalShape): number {
  const slope =
    (shape[RIGHT_EYE_OUTER * 3 + 1] - shape[LEFT_EYE_OUTER * 3 + 1]) /
    (shape[RIGHT_EYE_OUTER * 3] - shape[LEFT_EYE_OUTER * 3] || 1);
  const width = shape[RIGHT_OUTER_CORNER * 3] - shape[LEFT_OUTER_CORNER * 3];
  const lower = shape[LEFT_OUTER_CORNER * 3 + 1] - shape[RIGHT_OUTER_CORNER * 3 + 1];
  return lower + slope * width;
}

function computeDistance(shape: FrontalShape, first: number, second: number): number {
  return Math.hypot(
    shape[first * 3] - shape[second * 3],
    shape[first * 3 + 1] - shape[second * 3 + 1],
  );
}

/**
 * Computes the movement of every point in a wide smile: without the lift of the corners, and that lift; and its
 * downward movement when the left corner comes to be lower than the right one.
 */
function makeSmile({ positions, texture }: CanonicalFace): {
  readonly spread: Float32Array;
  readonly lift: Float32Array;
  readonly sway: Float32Array;
  readonly lids: readonly MovedLid[];
} {
  const fromOutline = measureDistances(texture, FACE_OVAL);
  const lids = [LEFT_EYE, RIGHT_EYE].map((outline): MovedLid => {
    const lid = measureDistances(texture, outline.slice(2, 7));
    const other = measureDistances(texture, outline.slice(9));
    const weights = lid.map((distance, point) =>
      other[point] < distance ? 0 : 1 - smoothstep(0, NEAR_LIDS, distance),
    );
    return { outline, weights };
  });
  const lips = [...REFINED_LIPS];
  const spread = new Float32Array(MESH_POINT_COUNT * 3);
  const lift = new Float32Array(MESH_POINT_COUNT * 3);
  const sway = new Float32Array(MESH_POINT_COUNT * 3);
  const halfMouth = Math.abs(positions[LEFT_OUTER_CORNER * 3]);
  const cornerHeight = positions[LEFT_OUTER_CORNER * 3 + 1];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const [x, y] = [positions[point * 3], positions[point * 3 + 1]];
    const toLips = Math.min(
      ...lips.map((lip) => Math.hypot(x - positions[lip * 3], y - positions[lip * 3 + 1])),
    );
    const distance = y < cornerHeight ? 2 * toLips : toLips;
    const aside = Math.min(1, Math.abs(x) / halfMouth);
    const within = smoothstep(0, OUTLINE, fromOutline[point]);
    const corner = Math.exp(-distance / CORNER_REACH) * within;
    const cheek = Math.exp(-distance / CHEEK_REACH) * within;
    const up = aside ** 1.5;
    lift[point * 3 + 1] = -up * (CORNER_UP + CHEEK_UP) * corner;
    sway[point * 3 + 1] = (-Math.sign(x) * aside * corner) / 2;
    spread[point * 3] = Math.sign(x) * aside * (CORNER_OUT * corner + CHEEK_OUT * cheek);
    spread[point * 3 + 1] =
      -up * CHEEK_UP * (cheek - corner) +
      LID_DOWN * Math.max(...lids.map(({ weights }) => weights[point]));
    spread[point * 3 + 2] = CORNER_BACK * aside * corner;
  }
  return { spread, lift, sway, lids };
}
