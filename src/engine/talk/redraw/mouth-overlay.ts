import { createTextureLayout } from '../../face/source/texture-layout.ts';
import { memoisePerFace } from '../../face/shape/memoise-per-face.ts';
import { measureDistances } from '../../face/shape/texture-distance.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import {
  FACE_OVAL,
  LIPS_INNER,
  LIPS_OUTER,
  MESH_POINT_COUNT,
  NOSE_BASE,
} from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';

/** The part of a face that is redrawn: lips, inside, and surrounding skin. */
export interface MouthOverlay {
  /** Opacity of each mesh point, 0..1: 0 at the nose and at the outline. */
  readonly weights: Float32Array;
  /** Points with any opacity. */
  readonly points: readonly number[];
  /** Skin points among them, by whose colour the mouth's visibility is judged. */
  readonly skinPoints: readonly number[];
  /** Triangles including the inside of the mouth. */
  readonly triangles: Uint16Array;
  /** Triangles of the inside of the mouth. */
  readonly insideTriangles: Uint16Array;
}

/** Distances in the texture: from the lips, over which skin fades; from the outline, where the opacity is 0. */
const [WHOLE_AT_LIPS, NOTHING_BEYOND] = [0.03, 0.1];
const [OUTLINE, INSIDE_OUTLINE] = [0.01, 0.06];
const AT_INNER_LIPS = 0.02;
const [ABOVE_NOSE_BASE, BELOW_NOSE_BASE] = [0.005, 0.02];
const MIN_WEIGHT = 0.01;

/** Creates the overlay of a canonical face; cached per face. */
export const createMouthOverlay = memoisePerFace(makeMouthOverlay);

function makeMouthOverlay(face: CanonicalFace): MouthOverlay {
  const weights = toWeights(face);
  const { triangles } = createTextureLayout(face, 1);
  const drawn: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [...triangles.subarray(at, at + 3)];
    if (corners.some((point) => weights[point] > MIN_WEIGHT)) {
      drawn.push(...corners);
    }
  }
  const inside = listInside();
  const points = [...weights.keys()].filter((point) => weights[point] > 0);
  return {
    weights,
    points,
    skinPoints: points.filter((point) => weights[point] < 1),
    triangles: Uint16Array.from([...drawn, ...inside]),
    insideTriangles: Uint16Array.from(inside),
  };
}

function toWeights({ texture }: CanonicalFace): Float32Array {
  const fromLips = measureDistances(texture, LIPS_OUTER);
  const fromInner = measureDistances(texture, LIPS_INNER);
  const fromOutline = measureDistances(texture, FACE_OVAL);
  const lips = new Set([...LIPS_OUTER, ...LIPS_INNER]);
  const nose = texture[NOSE_BASE * 2 + 1];
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    if (lips.has(point) || fromInner[point] < AT_INNER_LIPS) {
      return 1;
    }
    const down = texture[point * 2 + 1];
    return (
      (1 - smoothstep(WHOLE_AT_LIPS, NOTHING_BEYOND, fromLips[point])) *
      smoothstep(OUTLINE, INSIDE_OUTLINE, fromOutline[point]) *
      smoothstep(nose - ABOVE_NOSE_BASE, nose + BELOW_NOSE_BASE, down)
    );
  });
}

/** Triangulates the inside of the mouth in strips from corner to corner, between the inner lip edges. */
function listInside(): number[] {
  const count = LIPS_INNER.length;
  const triangles: number[] = [];
  for (let index = 0; index < count / 2; index += 1) {
    const upper = LIPS_INNER[index];
    const nextUpper = LIPS_INNER[index + 1];
    const lower = LIPS_INNER[(count - index) % count];
    const nextLower = LIPS_INNER[count - index - 1];
    triangles.push(upper, nextUpper, nextLower, upper, nextLower, lower);
  }
  return triangles;
}
