/**
 * Limits the black of lashes, pupils and brows to that of the target. Lenses, codecs and soft light leave no black in
 * many frames, where the lashes of a sharp photo would look inked. In others the eyes of a pale or softly lit photo
 * would look milky, so their contrast is raised towards that of the target's brows and eyes. Samples around mesh points are too coarse for
 * such lines, so the darkest pixels around them are compared.
 */
import type { I420Frame } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { LEFT_BROW, LEFT_EYE, RIGHT_BROW, RIGHT_EYE } from '../../track/mesh-points.ts';
import { clamp, mean } from '../../vision/math.ts';
import { memoisePerFace } from '../shape/memoise-per-face.ts';
import { measureNearness } from '../shape/texture-distance.ts';
import type { TextureLayout } from '../source/texture-layout.ts';
import type { TextureLevel } from '../source/texture-levels.ts';
import type { DepthMemory } from './depth-memory.ts';
import type { SampledMesh } from './skin-field.ts';

const BROWS = [LEFT_BROW, RIGHT_BROW].flat();
const EYES = [LEFT_EYE, RIGHT_EYE];
const DARK = Uint16Array.from([...BROWS, ...EYES.flat()]);
/** Distance of samples around a point, as a fraction of the face width, and their number to every side. */
const STEP = 0.008;
const AROUND = 2;
/** Fraction of the points, the darkest ones, whose depth is averaged. */
const DARKEST = 0.25;
/** Certainty of `bare` above which a point counts, and the minimum number of such points. */
const SEEN = 0.5;
const MIN_POINTS = 16;
/**
 * Depth that a source may have relative to the target, and the minimum factor that the gain of contrast, which has a
 * minimum of its own, is multiplied by.
 */
const DEEPER = 1.1;
const MIN = 0.7;
/** Distances from brows and eyes in the texture over which the factor fades out. */
const NEAR = [0.02, 0.06] as const;
/**
 * Depth of an eye relative to brows and eyes of the target up to which it is milky, the maximum gain there, and the distances from its
 * outline over which that fades out, before the brows.
 */
const MILKY = 0.9;
const MAX = 1.35;
const NEAR_EYE = [0.008, 0.035] as const;

/** Weight of the match at every point, 0..1. */
const nearnessOf = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, [...DARK], NEAR),
);
const eyesOf = memoisePerFace(({ texture }: CanonicalFace) =>
  measureNearness(texture, EYES.flat(), NEAR_EYE),
);

/**
 * Returns by how many steps of luma the darkest pixels of brows and eyes are below the `skin` there; null when too few
 * of them are seen. `bare` is the certainty that a point is not occluded, 0..1.
 */
export function measureDepth(
  frame: I420Frame,
  { points, step, faceWidth }: Readonly<SampledMesh>,
  { skin, bare }: { readonly skin: Float32Array; readonly bare: Float32Array | null },
): number | null {
  let count = 0;
  for (const point of DARK) {
    if (bare === null || bare[point] > SEEN) {
      depths[count] = skin[point] - findDarkest(frame, points, point * step, STEP * faceWidth);
      count += 1;
    }
  }
  return count < MIN_POINTS ? null : averageDeepest(depths.subarray(0, count));
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
   * Multiplies the gain of contrast around brows and eyes so that they are no deeper than those of a target, and its eyes
   * not much less deep. The face of the target is `faceWidth` pixels wide and has the `depth` of {@link measureDepth}, as
   * far as its `weight` says.
   */
  match(
    target: Readonly<Pick<DepthMemory, 'depth' | 'weight'>>,
    faceWidth: number,
    gain: Float32Array,
  ): void;
}

/** Creates a match; its source must be set first. */
export function createFeatureDepth(face: CanonicalFace): FeatureDepth {
  const nearness = nearnessOf(face);
  const eyes = eyesOf(face);
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
    match({ depth, weight }, faceWidth, gain) {
      const level = clamp(Math.log2(size / faceWidth), 0, levelDepths.length - 1);
      const finer = levelDepths[Math.floor(level)];
      const coarser = levelDepths[Math.ceil(level)];
      for (const [index, point] of DARK.entries()) {
        const source = finer[index] + (coarser[index] - finer[index]) * (level % 1);
        drawn[index] = gain[point] * source;
      }
      const less = weight * (1 - clamp((DEEPER * depth) / averageDeepest(drawn), MIN, 1));
      for (let point = 0; point < nearness.length; point += 1) {
        gain[point] *= 1 - less * nearness[point];
      }
      // Both eyes together: an eye in the shade is less deep in both faces.
      const own = (1 - less) * averageDeepest(drawn.subarray(BROWS.length));
      const more = weight * (clamp((MILKY * depth) / own, 1, MAX) - 1);
      for (let point = 0; point < eyes.length; point += 1) {
        gain[point] *= 1 + more * eyes[point];
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
