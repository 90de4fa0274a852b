/** Which places of a small square texture tell of folds: skin of the face without brows, eyes, lips, nose and the outline. */
import { fillPolygon, type Point } from '../../pixels/fill-polygon.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LEFT_BROW,
  LEFT_EYE,
  LIPS_OUTER,
  NOSE,
  RIGHT_BROW,
  RIGHT_EYE,
} from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { oncePerFace } from '../shape/once-per-face.ts';
import { createTextureLayout, fillOutline, pointOf } from '../source/texture-layout.ts';

/** Width and height of the texture. */
export const RATIO_SIZE = 96;
/** Places of all of it. */
export const RATIO_LENGTH = RATIO_SIZE * RATIO_SIZE;

/** Places of the texture one after the other; none of it changes. */
export interface RatioTexels {
  readonly count: number;
  /** Where each lies in the texture. */
  readonly places: Uint16Array;
  /** The points of its triangle, three per place, and how much each of them counts. */
  readonly points: Uint16Array;
  readonly weights: Float32Array;
  /** x and y of every point of the mesh in the texture. */
  readonly layout: Float32Array;
  /** Which triangle that is, three numbers of points each in `triangles`. */
  readonly triangleOf: Uint16Array;
  readonly triangles: Uint16Array;
  /** How much of a fold is drawn there, 1 all of it. */
  readonly strength: Float32Array;
}

/** How much larger than they are features are left out, and how much of the face counts. */
const OVAL = 0.88;
const EYE = 1.3;
const BROW = 1.25;
const LIPS = 1.2;
const NOSE_GROWTH = 1.08;
/** Furrows of a forehead are drawn this much deeper: drawing softens them, and nobody is known by them. */
const FOREHEAD = 1.25;
/** Reach of the soft edge, in places. */
const EDGE = 1;

/** The places of a canonical face. */
export const ratioTexelsOf: (face: CanonicalFace) => RatioTexels = oncePerFace(listTexels);

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
  const root = Math.round(pointOf(layout, NOSE[0])[1]);
  const { triangles } = layout;
  const cornersOf = (triangle: number): readonly number[] => [
    ...triangles.subarray(triangle * 3, triangle * 3 + 3),
  ];
  const found: number[] = [];
  const ofTriangle = new Float32Array(RATIO_LENGTH);
  for (let triangle = 0; triangle < triangles.length / 3; triangle += 1) {
    const corners = cornersOf(triangle).map((point) => pointOf(layout, point));
    fillPolygon(ofTriangle, RATIO_SIZE, corners, triangle + 1);
  }
  ofTriangle.forEach((triangle, place) => {
    if (triangle > 0 && isSkin[place] > 0) {
      found.push(place);
    }
  });
  const corners = found.map((place) => cornersOf(ofTriangle[place] - 1));
  return {
    count: found.length,
    places: Uint16Array.from(found),
    points: Uint16Array.from(corners.flat()),
    weights: Float32Array.from(
      found.flatMap((place, index) =>
        barycentric(
          [(place % RATIO_SIZE) + 0.5, Math.floor(place / RATIO_SIZE) + 0.5],
          corners[index].map((point) => pointOf(layout, point)),
        ),
      ),
    ),
    layout: layout.points,
    triangleOf: Uint16Array.from(found, (place) => ofTriangle[place] - 1),
    triangles,
    strength: Float32Array.from(
      found,
      (place) => soft[place] * (place < root * RATIO_SIZE ? FOREHEAD : 1),
    ),
  };
}

/** How much each corner of a triangle counts at a place within it. */
function barycentric([x, y]: Point, corners: readonly Point[]): readonly number[] {
  const [[ax, ay], [bx, by], [cx, cy]] = corners;
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) || 1;
  const second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
  const third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
  return [1 - second - third, second, third];
}
