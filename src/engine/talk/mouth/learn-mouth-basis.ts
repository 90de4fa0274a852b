import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { invertMatrix } from '../../vision/invert-matrix.ts';
import type { MouthBasis } from './mouth-basis.ts';
import { measureMouth, mouthMeasureNames, MOUTH_WIDTH_CM, subtractMouth } from './measures.ts';
import type { MouthRest } from './mouth-rest.ts';

/** Face of a clip from which a basis is learnt. */
export interface BasisSample {
  readonly shape: FrontalShape;
  readonly pose: Readonly<Pick<HeadPose, 'yaw' | 'pitch' | 'roll'>>;
}

/** Prior of the regression and its weight. */
export interface BasisPrior {
  /** Zero basis when absent, which means little movement. */
  readonly basis?: MouthBasis | undefined;
  /** In widths squared: a sample with a mouth one width open weighs 1. */
  readonly ridge: number;
}

const COUNT = mouthMeasureNames.length;
/** Measures plus pose, yaw squared and a constant, so that head turns are not attributed to speech. */
const REGRESSORS = COUNT + 5;

/** Ridge regression of meshes on measures (Hoerl and Kennard 1970), with the pose of the head as nuisance. */
export function learnMouthBasis(
  samples: readonly BasisSample[],
  rest: MouthRest,
  { basis: prior, ridge }: BasisPrior,
): MouthBasis {
  const rows = samples.map(({ shape, pose }) => {
    const { open, wide, jaw, lift } = subtractMouth(measureMouth(shape), rest.measures);
    const { yaw, pitch, roll } = pose;
    return Float64Array.of(open, wide, jaw, lift, yaw, pitch, roll, yaw * yaw, 1);
  });
  const inverse = invertMatrix(toNormalMatrix(rows, ridge));
  const sides = sumProducts(samples, rows, rest);
  const found = mouthMeasureNames.map(() => new Float32Array(FACE_SHAPE_SIZE));
  for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
    for (let index = 0; index < COUNT; index += 1) {
      sides[index][at] += ridge * (prior?.[mouthMeasureNames[index]][at] ?? 0);
    }
    for (let index = 0; index < COUNT; index += 1) {
      found[index][at] = inverse[index].reduce(
        (sum, value, other) => sum + value * sides[other][at],
        0,
      );
    }
  }
  const [open, wide, jaw, lift] = found;
  return { open, wide, jaw, lift };
}

/**
 * Sums the products of regressors and coordinates sample by sample: meshes of ten minutes exceed the caches, and
 * coordinate by coordinate it would take 6 s instead of 0.3 s.
 */
function sumProducts(
  samples: readonly BasisSample[],
  rows: readonly Float64Array[],
  rest: MouthRest,
): Float64Array[] {
  const sums = Array.from({ length: REGRESSORS }, () => new Float64Array(FACE_SHAPE_SIZE));
  const moved = new Float64Array(FACE_SHAPE_SIZE);
  for (let sample = 0; sample < samples.length; sample += 1) {
    const { shape } = samples[sample];
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
      moved[at] = (shape[at] - rest.shape[at]) / MOUTH_WIDTH_CM;
    }
    for (let index = 0; index < REGRESSORS; index += 1) {
      const weight = rows[sample][index];
      const sum = sums[index];
      for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
        sum[at] += weight * moved[at];
      }
    }
  }
  return sums;
}

function toNormalMatrix(rows: readonly Float64Array[], ridge: number): Float64Array[] {
  return Array.from({ length: REGRESSORS }, (_, first) =>
    Float64Array.from({ length: REGRESSORS }, (__, second) =>
      rows.reduce(
        (sum, row) => sum + row[first] * row[second],
        first === second && first < COUNT ? ridge : 0,
      ),
    ),
  );
}
