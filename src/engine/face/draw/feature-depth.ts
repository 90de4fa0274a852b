/**
 * Limits the black of lashes, pupils and brows to that of the target. Lenses, codecs and soft light leave no black in
 * many frames, where the lashes of a sharp photo would look inked. In others the eyes of a pale or softly lit photo
 * would look milky, and so would one that was in the shade, so the contrast of each is raised towards that of the same
 * eye of the target. Samples around mesh points are too coarse for such lines, so the darkest pixels around them are
 * compared.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, mean } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import type { TextureLayout } from '../source/texture-layout.ts';
import type { TextureLevel } from '../source/texture-levels.ts';
import type { DepthMemory, FeatureDepths } from './depth-memory.ts';
import type { SampledMesh } from './skin-field.ts';

const BROWS = [LEFT_BROW, RIGHT_BROW].flat();
const EYES = [LEFT_EYE, RIGHT_EYE];
const PARTS = [BROWS, ...EYES];
const STARTS = [0, BROWS.length, BROWS.length + LEFT_EYE.length];
const DARK = Uint16Array.from(PARTS.flat());
/** Distance of samples around a point, as a fraction of the face width, and their number to every side. */
const STEP = 0.008;
const AROUND = 2;
/** Fraction of the points, the darkest ones, whose depth is averaged. */
const DARKEST = 0.25;
/** Certainty of `bare` above which a point counts, and the minimum number of such points. */
const SEEN = 0.5;
const MIN_POINTS = 16;
/** Minimum fraction of the points of brows or an eye. */
const MIN_PART = 0.5;
/**
 * Depth that a source may have relative to the target, and the minimum factor that the gain of contrast, which has a
 * minimum of its own, is multiplied by.
 */
const DEEPER = 1.1;
const MIN = 0.7;
/** Distances from brows and eyes in the texture over which the factor fades out. */
const NEAR = [0.02, 0.06] as const;
/**
 * Depth that brows may have relative to those of the target, the exponent of what is beyond, the minimum factor, and the
 * distances over which it fades out: dark brows are a part of the likeness, but eyes are deeper than most brows.
 */
const DEEPER_BROWS = 1.1;
const OF_BROWS = 0.2;
const MIN_BROWS = 0.6;
const NEAR_BROW = [0.012, 0.04] as const;
/**
 * Depth of an eye relative to the same eye of the target up to which it is milky, the maximum gain there, and the
 * distances from its outline over which that fades out, before the brows.
 */
const MILKY = 0.85;
const MAX = 1.35;
const NEAR_EYE = [0.008, 0.035] as const;

/** Weight of the match at every point, 0..1. */
const nearnessOf = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, [...DARK], NEAR),
);
const eyesOf = memoisePerFace(({ texture }: CanonicalFace) =>
  EYES.map((eye) => measureNearness(texture, eye, NEAR_EYE)),
);
const browsOf = memoisePerFace(({ texture }: CanonicalFace) => {
  const fromEyes = measureNearness(texture, EYES.flat(), NEAR_BROW);
  return measureNearness(texture, BROWS, NEAR_BROW).map((near, at) => near * (1 - fromEyes[at]));
});

/**
 * Returns by how many steps of luma the darkest pixels of brows and eyes are below the `skin` there; null when too few
 * of them are seen. Brows or an eye of which too little is seen get the depth of all. `bare` is the certainty that a
 * point is not occluded, 0..1.
 */
export function measureDepth(
  frame: I420Frame,
  { points, step, faceWidth }: Readonly<SampledMesh>,
  { skin, bare }: { readonly skin: Float32Array; readonly bare: Float32Array | null },
): FeatureDepths | null {
  let count = 0;
  const ends = PARTS.map((part) => {
    for (const point of part) {
      if (bare === null || bare[point] > SEEN) {
        depths[count] = skin[point] - findDarkest(frame, points, point * step, STEP * faceWidth);
        count += 1;
      }
    }
    return count;
  });
  if (count < MIN_POINTS) {
    return null;
  }
  const all = averageDeepest(depths.subarray(0, count));
  const [brows, left, right] = PARTS.map((part, at) => {
    const found = depths.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
    return found.length < part.length * MIN_PART ? all : averageDeepest(found);
  });
  return { all, brows, eyes: [left, right] };
}

function averageDeepest(values: Float32Array): number {
  const sorted = values.toSorted();
  const first = Math.floor(sorted.length * (1 - DARKEST));
  return Math.max(1, mean(sorted.subarray(first)));
}

/** Matches the depth of one source's features. */
export interface FeatureDepth {
  /** Measures the texture of a source at all levels; `skin` is the luma of its skin per point. */
  setSource(levels: readonly TextureLevel[], layout: TextureLayout, skin: Float32Array): void;
  /**
   * Multiplies the gain of contrast around brows and eyes so that they are no deeper than those of a target, and no eye
   * is much less deep. The face of the target is `faceWidth` pixels wide and has the `depths` of {@link measureDepth}, as
   * far as their `weight` says.
   */
  match(
    target: Readonly<Pick<DepthMemory, 'depths' | 'weight'>>,
    faceWidth: number,
    gain: Float32Array,
  ): void;
}

/** Creates a match; its source must be set first. */
export function createFeatureDepth(face: CanonicalFace): FeatureDepth {
  const nearness = nearnessOf(face);
  const eyes = eyesOf(face);
  const brows = browsOf(face);
  const drawn = new Float32Array(DARK.length);
  /** Depth of every point per texture level. */
  let levelDepths: readonly Float32Array[] = [];
  let size = 1;
  return {
    setSource(levels, layout, skin) {
      size = layout.size;
      levelDepths = levels.map(({ frame }) => {
        const points = layout.points.map((value) => (value * frame.width) / size);
        return Float32Array.from(
          DARK,
          (point) => skin[point] - findDarkest(frame, points, point * 2, STEP * frame.width),
        );
      });
    },
    match({ depths: target, weight }, faceWidth, gain) {
      const level = clamp(Math.log2(size / faceWidth), 0, levelDepths.length - 1);
      const finer = levelDepths[Math.floor(level)];
      const coarser = levelDepths[Math.ceil(level)];
      for (const [index, point] of DARK.entries()) {
        const source = finer[index] + (coarser[index] - finer[index]) * (level % 1);
        drawn[index] = gain[point] * source;
      }
      const less = weight * (1 - clamp((DEEPER * target.all) / averageDeepest(drawn), MIN, 1));
      for (let point = 0; point < nearness.length; point += 1) {
        gain[point] *= 1 - less * nearness[point];
      }
      const own = PARTS.map(
        (part, at) =>
          (1 - less) * averageDeepest(drawn.subarray(STARTS[at], STARTS[at] + part.length)),
      );
      const excess = own[0] / (DEEPER_BROWS * target.brows);
      const fainter = weight * (1 - clamp(excess ** (OF_BROWS - 1), MIN_BROWS, 1));
      const more = target.eyes.map(
        (depth, eye) => weight * (clamp((MILKY * depth) / own[eye + 1], 1, MAX) - 1),
      );
      for (let point = 0; point < nearness.length; point += 1) {
        gain[point] *= 1 - fainter * brows[point];
        gain[point] *= 1 + more[0] * eyes[0][point] + more[1] * eyes[1][point];
      }
    },
  };
}

const depths = new Float32Array(DARK.length);
const columns = new Int32Array(2 * AROUND + 1);

/** Returns the darkest luma around a place, averaged over four pixels each. */
function findDarkest(
  { y, strideY, width, height }: I420Frame,
  points: Float32Array,
  at: number,
  distance: number,
): number {
  let darkest = 255 * 4;
  for (let step = -AROUND; step <= AROUND; step += 1) {
    columns[step + AROUND] = clamp((points[at] + step * distance - 0.5) | 0, 0, width - 2);
  }
  for (let step = -AROUND; step <= AROUND; step += 1) {
    const row = clamp((points[at + 1] + step * distance - 0.5) | 0, 0, height - 2) * strideY;
    for (let index = 0; index < columns.length; index += 1) {
      const corner = row + columns[index];
      const below = corner + strideY;
      darkest = Math.min(darkest, y[corner] + y[corner + 1] + y[below] + y[below + 1]);
    }
  }
  return darkest / 4;
}
