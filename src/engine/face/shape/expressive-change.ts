/**
 * Takes from the change between two faces at rest what is likely expression. Brows that are raised through a whole clip
 * seem to be at rest, a photo may show any mood, and what was under a wide smile is hardly known. Calm people differ in
 * brows, lids and mouth corners too, so the fraction of expression is that of its variance in the whole (Wiener 1949).
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_INNER,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { REFINED_LIPS } from '../../track/refined-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { EYE_CORNERS } from './eye-opening.ts';
import { type FrontalShape, meanY } from './face-shape.ts';
import { memoisePerFace } from './memoise-per-face.ts';
import { measureDistances, measureNearness } from './texture-distance.ts';

/** Takes expression from changes of faces. */
export interface ExpressionReducer {
  /** Measures brows, lids and mouth of a shape at rest, in centimetres. */
  measure(shape: FrontalShape, measures: Float64Array): void;
  /**
   * Leaves of a change only the part of the difference between the measures of source and target that is no expression.
   * The change may show the source from another side; see {@link OF_VIEW}.
   */
  reduce(change: FrontalShape, source: RestMeasures, target: RestMeasures): void;
}

/** Measures of a face at rest; see {@link ExpressionReducer}. */
export interface RestMeasures {
  readonly values: Float64Array;
  /** Smile that was removed from the face, 0..1: what was under it is less known. */
  smile: number;
}

/** Creates measures to be set. */
export function createRestMeasures(): RestMeasures {
  return { values: new Float64Array(MEASURE_COUNT), smile: 0 };
}

/** Standard deviations in centimetres: among people at rest, and of the mood of one of them. */
const BROWS = { people: 0.2, mood: 0.14 };
const LIDS = { people: 0.09, mood: 0.18 };
/** Correlation of brows and lids in moods: surprise raises both. */
const RAISED_TOGETHER = 0.7;
/** The same for the mouth corners above the lips, and the deviation of what is left when a wide smile was removed. */
const CORNERS = { people: 0.1, mood: 0.18, smile: 0.3 };
/** The same for the width of the mouth. */
const WIDTH = { people: 0.4, mood: 0.3, smile: 0.5 };
/** Fraction of expression (and of errors of the mesh) in what differs between the sides, and within brows. */
const UNEVEN_CORNERS = 0.8;
const UNEVEN_LIDS = 0.7;
const UNEVEN_BROWS = 0.6;
const TILTED_BROWS = 0.15;

/**
 * Fraction of what another view does to lids and mouth that is removed: lips seen from above seem to smile. Removed
 * wholly, they would seem to frown, as the rest of the face is still seen from above.
 */
const OF_VIEW = 0.7;

/** Distance in the texture over which the forehead follows brows, and the skin follows lids. */
const NEAR_BROWS = 0.18;
const NEAR_LIDS = 0.04;
/** Distance from the outline in the texture over which movements fade out. */
const OUTLINE = 0.1;
/** Distance from the lips (centimetres) over which the skin follows corners; half of that below the mouth. */
const CORNER_REACH = 0.9;
/** Movement below which points stay. */
const LEAST_MOVED = 0.01;
/** Fraction of a change in opening that the upper lid moves. */
const BY_UPPER_LID = 0.75;

/** Points of both brows beside the nose and at the temples. */
const INNER_BROWS = [LEFT_BROW, RIGHT_BROW].map((brow) => brow.slice(3, 7));
const OUTER_BROWS = [LEFT_BROW, RIGHT_BROW].map((brow) => [0, 1, 8, 9].map((at) => brow[at]));
const EYES = [LEFT_EYE, RIGHT_EYE];
const CORNERS_OF_EYES = EYES.map((outline) => EYE_CORNERS.map((corner) => outline[corner]));
const UPPER_LIDS = EYES.map((outline) => outline.slice(3, 6));
const LOWER_LIDS = EYES.map((outline) => outline.slice(11, 14));
const [UPPER_LIP, LOWER_LIP] = [LIPS_INNER[5], LIPS_INNER[15]];
const LIP_CORNERS = [LIPS_OUTER[0], LIPS_OUTER[10]];

/** Expected expression of brows and lids per centimetre of their differences. */
const [RAISED, WIDENED] = regressRaised();

/** Distance of the mouth corners, in distances of the eyes: a head that is tilted lowers one corner. */
const MOUTH_TILT = 0.8;

/** Indices of measures; all but the last have one for each side. */
const [INNER, OUTER, OPENED, CORNER, WIDE, MEASURE_COUNT] = [0, 2, 4, 6, 8, 9];

/** Movements of a point by one centimetre of each measure: downwards, and outwards for the width. */
interface Follower {
  /** Index of its x in a shape. */
  readonly at: number;
  /** Fraction of the right side. */
  readonly right: number;
  readonly inner: number;
  readonly outer: number;
  readonly lids: number;
  readonly corner: number;
  readonly wide: number;
}

/** Returns the reducer for meshes of a canonical face; it has no state between calls. */
export const expressionReducerOf = memoisePerFace((face): ExpressionReducer => {
  const followers = listFollowers(face);
  const [kept, reduced] = [new Float64Array(MEASURE_COUNT), new Float64Array(MEASURE_COUNT)];
  return {
    measure: measureRest,
    reduce(change, source, target) {
      measureRest(change, reduced);
      for (let at = 0; at < MEASURE_COUNT; at += 1) {
        const difference = source.values[at] - target.values[at];
        const ofView = at < OPENED ? 0 : OF_VIEW;
        kept[at] = difference;
        reduced[at] = difference + (reduced[at] - difference) * ofView;
      }
      removeExpression(kept, source.smile, target.smile);
      for (let at = 0; at < MEASURE_COUNT; at += 1) {
        reduced[at] -= kept[at];
      }
      moveFollowers(change, followers, reduced);
    },
  };
});

function measureRest(shape: FrontalShape, measures: Float64Array): void {
  const line = (shape[UPPER_LIP * 3 + 1] + shape[LOWER_LIP * 3 + 1]) / 2;
  const [left, right] = CORNERS_OF_EYES;
  const tilt = (MOUTH_TILT * (meanY(shape, right) - meanY(shape, left))) / 2;
  for (let side = 0; side < 2; side += 1) {
    const eye = meanY(shape, CORNERS_OF_EYES[side]);
    const lineHere = line + (side === 0 ? -tilt : tilt);
    measures[INNER + side] = eye - meanY(shape, INNER_BROWS[side]);
    measures[OUTER + side] = eye - meanY(shape, OUTER_BROWS[side]);
    measures[OPENED + side] = meanY(shape, LOWER_LIDS[side]) - meanY(shape, UPPER_LIDS[side]);
    measures[CORNER + side] = lineHere - shape[LIP_CORNERS[side] * 3 + 1];
  }
  measures[WIDE] = shape[LIP_CORNERS[1] * 3] - shape[LIP_CORNERS[0] * 3];
}

/** Subtracts expected expression from the differences of measures. */
function removeExpression(measures: Float64Array, source: number, target: number): void {
  const raised = (meanOf(measures, INNER) + meanOf(measures, OUTER)) / 2;
  const open = meanOf(measures, OPENED);
  const lifted = meanOf(measures, CORNER);
  const smiles = source ** 2 + target ** 2;
  const brows = raised - RAISED.byBrows * raised - RAISED.byLids * open;
  const lids = open - WIDENED.byBrows * raised - WIDENED.byLids * open;
  const corners = (1 - expressionOf(CORNERS, smiles)) * lifted;
  const tilted = meanOf(measures, INNER) - raised;
  for (let side = 0; side < 2; side += 1) {
    const [inner, outer] = [INNER + side, OUTER + side];
    const tilt = (1 - TILTED_BROWS) * tilted;
    measures[inner] = brows + tilt + (1 - UNEVEN_BROWS) * (measures[inner] - raised - tilted);
    measures[outer] = brows - tilt + (1 - UNEVEN_BROWS) * (measures[outer] - raised + tilted);
    measures[OPENED + side] = lids + (1 - UNEVEN_LIDS) * (measures[OPENED + side] - open);
    measures[CORNER + side] = corners + (1 - UNEVEN_CORNERS) * (measures[CORNER + side] - lifted);
  }
  measures[WIDE] *= 1 - expressionOf(WIDTH, smiles);
}

function moveFollowers(
  change: FrontalShape,
  followers: readonly Follower[],
  by: Float64Array,
): void {
  for (const point of followers) {
    const { at, right } = point;
    const left = 1 - right;
    change[at] -= (point.wide * by[WIDE]) / 2;
    change[at + 1] +=
      point.inner * (by[INNER] * left + by[INNER + 1] * right) +
      point.outer * (by[OUTER] * left + by[OUTER + 1] * right) +
      point.lids * (by[OPENED] * left + by[OPENED + 1] * right) +
      point.corner * (by[CORNER] * left + by[CORNER + 1] * right);
  }
}

function meanOf(measures: Float64Array, first: number): number {
  return (measures[first] + measures[first + 1]) / 2;
}

/** Returns the fraction of expression in a measure of the mouth; `smiles` is the sum of the squared smiles. */
function expressionOf({ people, mood, smile }: typeof CORNERS, smiles: number): number {
  const expression = 2 * mood ** 2 + smile ** 2 * smiles;
  return expression / (expression + 2 * people ** 2);
}

function listFollowers(face: CanonicalFace): readonly Follower[] {
  const { positions, texture } = face;
  const fromOutline = measureDistances(texture, FACE_OVAL);
  const brows = weighBrows(face);
  const lids = EYES.map((outline) => weighLids(face, outline));
  const halfMouth = Math.abs(positions[LIP_CORNERS[0] * 3]);
  return Array.from({ length: MESH_POINT_COUNT }, (_, point): Follower => {
    const x = positions[point * 3];
    const within = smoothstep(0, OUTLINE, fromOutline[point]);
    const aside = Math.min(1, Math.abs(x) / halfMouth);
    const nearLips = weighLips(positions, point) * within;
    return {
      at: point * 3,
      right: smoothstep(-0.5, 0.5, x),
      inner: brows[point].inner * within,
      outer: brows[point].outer * within,
      lids: lids[0][point] + lids[1][point],
      corner: aside ** 1.5 * nearLips,
      wide: Math.sign(x) * aside * nearLips,
    };
  }).filter(
    ({ inner, outer, lids: ofLids, wide }) =>
      inner + outer + Math.abs(ofLids) + Math.abs(wide) > LEAST_MOVED,
  );
}

/** Returns how far every point follows the inner and the outer half of a brow, 0..1. */
function weighBrows({
  positions,
  texture,
}: CanonicalFace): readonly Readonly<Record<'inner' | 'outer', number>>[] {
  const fromBrows = measureDistances(texture, [...LEFT_BROW, ...RIGHT_BROW]);
  const fromEyes = measureDistances(texture, [...LEFT_EYE, ...RIGHT_EYE]);
  const meanX = (points: readonly number[]): number =>
    Math.abs(points.reduce((sum, point) => sum + positions[point * 3], 0) / points.length);
  const [innerX, outerX] = [meanX(INNER_BROWS[0]), meanX(OUTER_BROWS[0])];
  const heightOfEyes = positions[LEFT_EYE[EYE_CORNERS[0]] * 3 + 1];
  return Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const [x, y] = [positions[point * 3], positions[point * 3 + 1]];
    const towardsBrow = fromEyes[point] / (fromEyes[point] + fromBrows[point] || 1);
    const near = (1 - smoothstep(0, NEAR_BROWS, fromBrows[point])) * towardsBrow;
    const brow = y > heightOfEyes ? near : 0;
    const outwards = clamp((Math.abs(x) - innerX) / (outerX - innerX), 0, 1);
    return { inner: brow * (1 - outwards), outer: brow * outwards };
  });
}

/** Returns how far a point follows the lips, 0..1. */
function weighLips(positions: Float32Array, point: number): number {
  const [x, y] = [positions[point * 3], positions[point * 3 + 1]];
  const toLips = Math.min(
    ...REFINED_LIPS.map((lip) => Math.hypot(x - positions[lip * 3], y - positions[lip * 3 + 1])),
  );
  const isBelow = y < positions[LIP_CORNERS[0] * 3 + 1];
  return Math.exp(-toLips / (isBelow ? CORNER_REACH / 2 : CORNER_REACH));
}

/** Returns the downward movement of every point when an eye closes by one centimetre. */
function weighLids(
  { texture, positions }: CanonicalFace,
  outline: readonly number[],
): Float32Array {
  const [outer, inner] = EYE_CORNERS.map((corner) => positions[outline[corner] * 3]);
  const upper = measureDistances(texture, outline.slice(1, 8));
  const lower = measureDistances(texture, outline.slice(9));
  const near = measureNearness(texture, outline, [0, NEAR_LIDS]);
  return near.map((weight, point) => {
    const along = clamp((positions[point * 3] - outer) / (inner - outer), 0, 1);
    const part = upper[point] < lower[point] ? BY_UPPER_LID : BY_UPPER_LID - 1;
    return weight * 4 * along * (1 - along) * part;
  });
}

function regressRaised(): readonly { readonly byBrows: number; readonly byLids: number }[] {
  const together = RAISED_TOGETHER * BROWS.mood * LIDS.mood;
  const [ofBrows, ofLids] = [BROWS.mood ** 2, LIDS.mood ** 2];
  const brows = ofBrows + BROWS.people ** 2;
  const lids = ofLids + LIDS.people ** 2;
  const determinant = brows * lids - together ** 2;
  return [
    {
      byBrows: (ofBrows * lids - together ** 2) / determinant,
      byLids: (together * brows - ofBrows * together) / determinant,
    },
    {
      byBrows: (together * lids - ofLids * together) / determinant,
      byLids: (ofLids * brows - together ** 2) / determinant,
    },
  ];
}
