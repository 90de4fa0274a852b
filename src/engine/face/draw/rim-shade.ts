/**
 * Lets the light at the outline of a drawn face fall as it does on the target. Skin turns away from the light there,
 * and what is beyond, a neck in the shade of the jaw or hair, stays that of the target. A face that stays bright up to
 * its outline ends in a light line. Light is therefore limited relative to that of the points further inside, and
 * never raised.
 */
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { FACE_OVAL, MESH_POINT_COUNT } from '../../track/mesh-points.ts';
import { clamp, smoothstep } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';

/**
 * Range of the light at the outline as a fraction of that inside: hair or a beard of the target darkens no further, and
 * its background does not brighten.
 */
const RATIO = [0.6, 1.1] as const;

/** Yaw angles (radians) over which the limit fades out: the outline of a face turned aside lies on the background. */
const YAW_FADE = [0.45, 0.75] as const;

/** Colours of a target and the shade of a source, per mesh point; luma in frame values. */
export interface ShadedFace {
  /** Luma of black. */
  readonly black: number;
  /** Luma of the target. */
  readonly shown: Float32Array;
  /** Factor of the source's contrast. */
  readonly gain: Float32Array;
  /** Yaw of the target, in radians. */
  readonly yaw: number;
}

/** Limits light at the outline of one source. */
export interface RimShade {
  /** Sets the luma of the source per mesh point, and that of its smooth skin. */
  setSource(shown: Float32Array, skin: Float32Array): void;
  /** Lowers `wanted`, the luma of the smooth skin as it will be drawn, at the outline. */
  limit(face: ShadedFace, wanted: Float32Array): void;
}

/** Neighbours within the outline, per point of the outline. */
const innerOf = memoisePerFace(({ triangles }: CanonicalFace): readonly Uint16Array[] => {
  const isOutline = new Set<number>(FACE_OVAL);
  return FACE_OVAL.map((point) => {
    const inner = new Set<number>();
    for (let at = 0; at < triangles.length; at += 3) {
      const corners = triangles.slice(at, at + 3);
      if (corners.includes(point)) {
        corners.filter((other) => !isOutline.has(other)).forEach((other) => inner.add(other));
      }
    }
    return Uint16Array.from(inner);
  });
});

/** Creates a limit with its own working memory. `forehead` is the weight of points that are matched separately, 0..1. */
export function createRimShade(face: CanonicalFace, forehead: Float32Array): RimShade {
  const inner = innerOf(face);
  const count = FACE_OVAL.length;
  const ratios = new Float32Array(count);
  const detail = new Float32Array(MESH_POINT_COUNT);
  const drawn = new Float32Array(MESH_POINT_COUNT);
  return {
    setSource(shown, skin) {
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        detail[point] = shown[point] - skin[point];
      }
    },
    limit({ black, shown, gain, yaw }, wanted) {
      const strength = 1 - smoothstep(...YAW_FADE, Math.abs(yaw));
      for (let point = 0; point < MESH_POINT_COUNT; point += 1) {
        drawn[point] = wanted[point] + gain[point] * detail[point] - black;
      }
      for (let index = 0; index < count; index += 1) {
        const beside = Math.max(1, computeMean(shown, inner[index]) - black);
        ratios[index] = clamp((shown[FACE_OVAL[index]] - black) / beside, ...RATIO);
      }
      for (let index = 0; index < count; index += 1) {
        const point = FACE_OVAL[index];
        const before = ratios[(index + count - 1) % count];
        const after = ratios[(index + 1) % count];
        const ratio = (before + 2 * ratios[index] + after) / 4;
        const most = ratio * Math.max(0, computeMean(drawn, inner[index]));
        wanted[point] -= strength * (1 - forehead[point]) * Math.max(0, drawn[point] - most);
      }
    },
  };
}

function computeMean(values: Float32Array, points: Uint16Array): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 1) {
    sum += values[points[at]];
  }
  return sum / Math.max(1, points.length);
}
