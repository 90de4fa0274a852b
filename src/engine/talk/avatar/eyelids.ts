import { measureDistances } from '../../face/shape/texture-distance.ts';
import type { FrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { smoothstep } from '../../vision/math.ts';

/** Closes the eyes of a shape in place: 0 leaves them, 1 closes them wholly. */
export type EyeCloser = (shape: FrontalShape, fraction: number) => void;

/** Range of the upper lid in the outline of an eye, between its corners. */
const UPPER_LID = [1, 8] as const;
const OUTLINE = 16;
const X = 0;
const Z = 2;
const MIDDLE = 3;
/** Fraction of the gap that the upper lid closes; the lower lid closes the rest. */
const UPPER_FRACTION = 0.88;
/** Distances in the texture over which skin above follows a lid less and less, and its weight. */
const FOLLOW = [0.004, 0.05] as const;
const FOLLOW_WEIGHT = 0.75;
/** Skin follows from this distance below the middle of the lid upwards, in centimetres. */
const BELOW_LID_CM = 0.35;
const MIN_WEIGHT = 0.01;

interface Follower {
  readonly point: number;
  readonly lid: number;
  readonly weight: number;
}

interface Eye {
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  readonly followers: readonly Follower[];
}

/** Creates an eye closer for meshes with the topology of the canonical face. */
export function createEyeCloser(face: CanonicalFace): EyeCloser {
  const eyes = [LEFT_EYE, RIGHT_EYE].map((outline) => readEye(outline, face));
  return (shape, fraction) => {
    for (const eye of fraction > 0 ? eyes : []) {
      closeEye(shape, eye, fraction);
    }
  };
}

function closeEye(shape: FrontalShape, { upper, lower, followers }: Eye, fraction: number): void {
  const moved = upper.map((lid, index) => {
    const below = lower[index] * 3 + 1;
    const gap = Math.max(0, shape[below] - shape[lid * 3 + 1]);
    const by = gap * UPPER_FRACTION * fraction;
    shape[below] -= gap * (1 - UPPER_FRACTION) * fraction;
    shape[lid * 3 + 1] += by;
    // Lids that meet only in the frontal view would leave a gap in a head that looks up or down.
    for (const axis of [X, Z]) {
      const at = lid * 3 + axis;
      shape[at] += (shape[lower[index] * 3 + axis] - shape[at]) * fraction;
    }
    return by;
  });
  for (const { point, lid, weight } of followers) {
    shape[point * 3 + 1] += moved[lid] * weight;
  }
}

function readEye(outline: readonly number[], { texture, positions }: CanonicalFace): Eye {
  const upper = outline.slice(...UPPER_LID);
  const lower = upper.map((_, index) => outline[OUTLINE - index - 1]);
  const distances = measureDistances(texture, upper);
  const ring = new Set(outline);
  const lidHeight = positions[upper[MIDDLE] * 3 + 1];
  const followers: Follower[] = [];
  for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
    const isAbove = positions[point * 3 + 1] > lidHeight - BELOW_LID_CM;
    const near = 1 - smoothstep(...FOLLOW, distances[point]);
    if (isAbove && !ring.has(point) && near > MIN_WEIGHT) {
      const away = upper.map((lid) => Math.abs(texture[lid * 2] - texture[point * 2]));
      const lid = away.indexOf(Math.min(...away));
      followers.push({ point, lid, weight: near * FOLLOW_WEIGHT });
    }
  }
  return { upper, lower, followers };
}
