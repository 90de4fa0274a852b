/**
 * Lists the texels of a small square texture that can show folds: skin without brows, eyes, lips, nose and the outline.
 */
import { fillPolygon, type Point } from '../../pixels/fill-polygon.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LEFT_EYE_OUTER,
  LIPS_OUTER,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { EYE_FOLDS, NASOLABIAL_FOLDS } from '../shape/smile-folds.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import { createTextureLayout, fillOutline, toPoint } from '../source/texture-layout.ts';

/** Width and height of the texture. */
export const RATIO_SIZE = 96;
/** Number of texels of the whole texture. */
export const RATIO_LENGTH = RATIO_SIZE * RATIO_SIZE;

/** Constant list of texels. */
export interface RatioTexels {
  readonly count: number;
  /** Index of each texel in the texture. */
  readonly places: Uint16Array;
  /** Mesh points of the triangle around each texel, three per texel, and their barycentric weights. */
  readonly points: Uint16Array;
  readonly weights: Float32Array;
  /** x and y of every mesh point in the texture. */
  readonly layout: Float32Array;
  /** Triangle of each texel, and all triangles as three point numbers each. */
  readonly triangleOf: Uint16Array;
  readonly triangles: Uint16Array;
  /** Strength of folds per texel; 1 is unchanged. */
  readonly strength: Float32Array;
  /** Nearness of texels to the folds of a laugh, 0..1. */
  readonly laughing: Float32Array;
  /** Index of the first texel below the nose; those above come first. */
  readonly belowNose: number;
}

/** Scale of the included oval, and of the excluded features. */
const OVAL = 0.88;
const EYE = 1.3;
const BROW = 1.25;
const LIPS = 1.2;
const NOSE_GROWTH = 1.08;
/** Gain of forehead furrows, as drawing softens them; they hardly affect the likeness. */
const FOREHEAD = 1.45;
/** Lower end of the nose. */
const NOSE_END = 2;
/** Radius of the soft edge, in texels. */
const EDGE = 1;
/** Scale of eyes with their lashes, which look like folds where no calm face was seen. */
const LASHES = 1.8;
/** Distances in the texture over which the folds of a laugh end. */
const NEAR_FOLDS = [0.035, 0.075] as const;

/** Texels of a canonical face. */
export const ratioTexelsOf: (face: CanonicalFace) => RatioTexels = memoisePerFace(listTexels);

function listTexels(face: CanonicalFace): RatioTexels {
  const layout = createTextureLayout(face, RATIO_SIZE);
  const isSkin = new Float32Array(RATIO_LENGTH);
  fillOutline(isSkin, layout, { outline: FACE_OVAL, value: 1, growth: OVAL });
  for (const [outlines, growth] of [
    [[LEFT_EYE, RIGHT_EYE], EYE],
    [[LEFT_BROW, RIGHT_BROW], BROW],
    [[LIPS_OUTER], LIPS],
    [[NOSE], NOSE_GROWTH],
  ] as const) {
    for (const outline of outlines) {
      fillOutline(isSkin, layout, { outline, value: 0, growth });
    }
  }
  const soft = isSkin.slice();
  boxBlur(soft, RATIO_SIZE, EDGE);
  const root = Math.round(toPoint(layout, NOSE[0])[1]);
  const { triangles } = layout;
  const cornersOf = (triangle: number): readonly number[] => [
    ...triangles.subarray(triangle * 3, triangle * 3 + 3),
  ];
  const found: number[] = [];
  const ofTriangle = new Float32Array(RATIO_LENGTH);
  for (let triangle = 0; triangle < triangles.length / 3; triangle += 1) {
    const corners = cornersOf(triangle).map((point) => toPoint(layout, point));
    fillPolygon(ofTriangle, RATIO_SIZE, corners, triangle + 1);
  }
  ofTriangle.forEach((triangle, place) => {
    if (triangle > 0 && isSkin[place] > 0) {
      found.push(place);
    }
  });
  const noseEnd = RATIO_SIZE * Math.round(toPoint(layout, NOSE_END)[1]);
  const corners = found.map((place) => cornersOf(ofTriangle[place] - 1));
  const weights = found.map((place, index) =>
    barycentric(
      [(place % RATIO_SIZE) + 0.5, Math.floor(place / RATIO_SIZE) + 0.5],
      corners[index].map((point) => toPoint(layout, point)),
    ),
  );
  const near = measureNearness(face.texture, [...NASOLABIAL_FOLDS, ...EYE_FOLDS], NEAR_FOLDS);
  const withoutLashes = new Float32Array(RATIO_LENGTH).fill(1);
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(withoutLashes, layout, { outline, value: 0, growth: LASHES });
  }
  withoutLashes.fill(0, 0, RATIO_SIZE * Math.round(toPoint(layout, LEFT_EYE_OUTER)[1]));
  boxBlur(withoutLashes, RATIO_SIZE, EDGE);
  return {
    count: found.length,
    places: Uint16Array.from(found),
    points: Uint16Array.from(corners.flat()),
    weights: Float32Array.from(weights.flat()),
    layout: layout.points,
    triangleOf: Uint16Array.from(found, (place) => ofTriangle[place] - 1),
    triangles,
    strength: Float32Array.from(
      found,
      (place) => soft[place] * (place < root * RATIO_SIZE ? FOREHEAD : 1),
    ),
    belowNose: found.filter((place) => place < noseEnd).length,
    laughing: Float32Array.from(
      corners,
      (of, index) =>
        withoutLashes[found[index]] *
        of.reduce((sum, point, corner) => sum + near[point] * weights[index][corner], 0),
    ),
  };
}

/** Returns the barycentric weights of a position in a triangle. */
function barycentric([x, y]: Point, corners: readonly Point[]): readonly number[] {
  const [[ax, ay], [bx, by], [cx, cy]] = corners;
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) || 1;
  const second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
  const third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
  return [1 - second - third, second, third];
}
