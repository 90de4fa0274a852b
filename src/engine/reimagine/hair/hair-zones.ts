import { fillPolygon } from '../../pixels/fill-polygon.ts';
import {
  BETWEEN_BROWS,
  LEFT_BROW,
  LEFT_EYE,
  LEFT_EYE_OUTER,
  LIPS_OUTER,
  RIGHT_BROW,
  RIGHT_EYE,
  RIGHT_EYE_OUTER,
} from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';
import { distanceTo, threshold } from '../../vision/regions.ts';
import { type HeadZones, measureZones } from '../../head/head-zones.ts';
import { type HeadView, VIEW_SCALE, VIEW_SIZE } from '../../head/head-view.ts';

/** Number of pixels of a view. */
export const VIEW_COUNT = VIEW_SIZE * VIEW_SIZE;

/** What the position of a pixel says about hair; one value per pixel of the view. */
export interface HairZones extends HeadZones {
  /** Probability of hair in a person, 0..1. */
  readonly prior: Float32Array;
  /** 1 where a head that is neither bald nor cut off by the image has hair, or what covers it. */
  readonly crown: Uint8Array;
  /** 1 in the part of the crown that no bare forehead reaches. */
  readonly top: Uint8Array;
  /** 1 on cheeks and nose, which neither hair nor a beard covers. */
  readonly cheeks: Uint8Array;
  /** 1 in the middle of the forehead, which a fringe may cover. */
  readonly aboveBrows: Uint8Array;
  /** Fraction of the crown that is within the image, 0..1. */
  readonly shownCrown: number;
}

/** Points on the middle of both brows, on both cheeks, and below the nose. */
const BROWS = [105, 334] as const;
const CHEEKS = [50, 280] as const;
const NOSE = 2;
/** Outline of the crown as a fraction of the skull with short hair, and of its part without a forehead. */
const CROWN = 0.95;
const TOP = 0.66;
/** Distances from the top of the mesh upwards from which the crown and its top begin, in centimetres. */
const CROWN_CM = 0.6;
const TOP_CM = 2.2;

/** Computes the zones of hair of a view; `person` is its matte. */
export function measureHairZones(view: HeadView, person: Float32Array): HairZones {
  const { landmarks, face, isInImage } = view;
  const zones = measureZones(view);
  const heightOf = (point: number): number => landmarks[point * 3 + 1];
  const columnOf = (point: number): number => landmarks[point * 3];
  const brow = (heightOf(BROWS[0]) + heightOf(BROWS[1])) / 2;
  const eyes = Math.max(heightOf(LEFT_EYE_OUTER), heightOf(RIGHT_EYE_OUTER));
  const nose = heightOf(NOSE);
  const [left, right] = [columnOf(CHEEKS[0]), columnOf(CHEEKS[1])].toSorted((a, b) => a - b);
  const middle = columnOf(BETWEEN_BROWS);
  const crown = new Uint8Array(VIEW_COUNT);
  const top = new Uint8Array(VIEW_COUNT);
  const cheeks = new Uint8Array(VIEW_COUNT);
  const aboveBrows = new Uint8Array(VIEW_COUNT);
  let [band, shown] = [1e-6, 0];
  for (let row = 0, index = 0; row < VIEW_SIZE; row += 1) {
    const aboveCm = (zones.forehead - row) / VIEW_SCALE;
    for (let column = 0; column < VIEW_SIZE; column += 1, index += 1) {
      if (face[index] === 1) {
        const isBesideNose = column > left - VIEW_SCALE && column < right + VIEW_SCALE;
        const overBrowCm = (brow - row) / VIEW_SCALE;
        const asideCm = Math.abs(column - middle) / VIEW_SCALE;
        cheeks[index] =
          isBesideNose && row > eyes + VIEW_SCALE && row < nose + VIEW_SCALE / 2 ? 1 : 0;
        aboveBrows[index] = overBrowCm > 0.4 && overBrowCm < 2.5 && asideCm < 3 ? 1 : 0;
      } else if (zones.skull[index] < CROWN && aboveCm > CROWN_CM) {
        band += 1;
        shown += isInImage[index];
        crown[index] = isInImage[index] === 1 && person[index] > 0.8 ? 1 : 0;
        top[index] = zones.skull[index] > TOP && aboveCm > TOP_CM ? crown[index] : 0;
      }
    }
  }
  const prior = computePrior(view, zones, brow);
  yieldToOthers(view, prior);
  return { ...zones, prior, crown, top, cheeks, aboveBrows, shownCrown: shown / band };
}

/** Returns the probability of hair by position alone, 0..1. */
function computePrior({ landmarks, face }: HeadView, zones: HeadZones, brow: number): Float32Array {
  const inner = new Uint8Array(VIEW_COUNT);
  for (const part of [LEFT_BROW, RIGHT_BROW, LEFT_EYE, RIGHT_EYE, LIPS_OUTER]) {
    const points = part.map((at) => [landmarks[at * 3], landmarks[at * 3 + 1]] as const);
    fillPolygon(inner, VIEW_SIZE, points, 1);
  }
  const middle = landmarks[BETWEEN_BROWS * 3];
  const prior = new Float32Array(VIEW_COUNT);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    const x = (index % VIEW_SIZE) + 0.5;
    const y = Math.floor(index / VIEW_SIZE) + 0.5;
    const besideCm = Math.abs(x - zones.neck) / VIEW_SCALE;
    const belowCm = (y - zones.chin) / VIEW_SCALE;
    if (face[index] === 1) {
      const aboveCm = (brow - y) / VIEW_SCALE;
      const asideCm = Math.abs(x - middle) / VIEW_SCALE;
      const inFace =
        aboveCm > 0.3
          ? 0.2 + 0.3 * smoothstep(1, 5, aboveCm)
          : 0.004 + 0.12 * smoothstep(4, 7, asideCm) * smoothstep(-6, -2, aboveCm);
      prior[index] = inner[index] === 1 ? 0.01 : inFace;
    } else if (belowCm < 0) {
      const farCm = Math.max(0, (zones.skull[index] - 1) * 12);
      prior[index] =
        (0.55 + 0.35 * smoothstep(zones.mouth, zones.forehead, y)) * 2 ** (-farCm / 10);
      if (y > zones.mouth) {
        // Beards and the edge of the jaw.
        prior[index] *= smoothstep(4, 9, besideCm);
      }
    } else {
      const falling = 0.4 * 2 ** (-belowCm / 16) * (besideCm > 20 ? 0.3 : 1);
      const throat = smoothstep(3.5, 7, besideCm) + 0.5 * smoothstep(6, 12, belowCm);
      prior[index] = falling * Math.min(1, 0.03 + throat);
    }
  }
  return prior;
}

/** Makes hair improbable where another face is nearer than this one. */
function yieldToOthers({ face, otherFaces }: HeadView, prior: Float32Array): void {
  if (!otherFaces.includes(1)) {
    return;
  }
  const own = distanceTo(face, VIEW_SIZE);
  const other = distanceTo(otherFaces, VIEW_SIZE);
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    prior[index] *= 1 - 0.97 * smoothstep(-1, 1, (own[index] - other[index]) / VIEW_SCALE);
  }
}

/** Distance in centimetres around people in which the network misses curls and flying hair. */
const LOOSE_CM = 3;
/** Probability of a person there. */
const LOOSE = 0.3;

/** Returns the matte of people with a margin for loose hair, in which colours decide. */
export function addLooseHair(person: Float32Array): Float32Array {
  const distance = distanceTo(threshold(person, 0.6), VIEW_SIZE);
  const near = person.slice();
  for (let index = 0; index < VIEW_COUNT; index += 1) {
    const margin = LOOSE * (1 - smoothstep(0.4 * LOOSE_CM, LOOSE_CM, distance[index] / VIEW_SCALE));
    near[index] = Math.max(near[index], margin);
  }
  return near;
}
