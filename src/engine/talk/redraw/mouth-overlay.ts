import { createTextureLayout } from '../../face/source/texture-layout.ts';
import { oncePerFace } from '../../face/shape/once-per-face.ts';
import { measureDistances } from '../../face/shape/texture-distance.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, LIPS_INNER, LIPS_OUTER, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';

/** Which part of a face is drawn anew: lips, what is between them, and skin around them. */
export interface MouthOverlay {
  /** How much of each mesh point is drawn, 0..1: not the nose, and not the outline. */
  readonly weights: Float32Array;
  /** Points that are drawn at all. */
  readonly points: readonly number[];
  /** Those of them that are skin: what lies there says whether the mouth is to be seen. */
  readonly skinPoints: readonly number[];
  /** Three points per triangle, with the inside of the mouth. */
  readonly triangles: Uint16Array;
  /** The inside of the mouth alone. */
  readonly insideTriangles: Uint16Array;
}

const NOSE_BASE = 2;
/** Distances in the texture: from the lips, over which skin is drawn less and less; from the outline, where nothing is. */
const [WHOLE_AT_LIPS, NOTHING_BEYOND] = [0.03, 0.1];
const [OUTLINE, INSIDE_OUTLINE] = [0.01, 0.06];
const AT_INNER_LIPS = 0.02;
const [ABOVE_NOSE_BASE, BELOW_NOSE_BASE] = [0.005, 0.02];
const LEAST_WEIGHT = 0.01;

/** The overlay of a canonical face: all who ask for it get the same. */
export const createMouthOverlay = oncePerFace(makeMouthOverlay);

function makeMouthOverlay(face: CanonicalFace): MouthOverlay {
  const weights = toWeights(face);
  const { triangles } = createTextureLayout(face, 1);
  const drawn: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [...triangles.subarray(at, at + 3)];
    if (corners.some((point) => weights[point] > LEAST_WEIGHT)) {
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

/** The inside of the mouth in strips from corner to corner, between the inner edges of the lips. */
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
