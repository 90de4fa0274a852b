import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { invertMatrix } from '../../vision/invert-matrix.ts';
import type { MouthBasis } from './mouth-basis.ts';
import { measureMouth, mouthMeasureNames, MOUTH_WIDTH_CM, subtractMouth } from './measures.ts';
import type { MouthRest } from './mouth-rest.ts';

/** A face of a clip, from which a basis is learnt. */
export interface BasisSample {
  readonly shape: FrontalShape;
  readonly pose: Readonly<Pick<HeadPose, 'yaw' | 'pitch' | 'roll'>>;
}

/** What a basis is pulled towards, and how much. */
export interface BasisPrior {
  /** Nothing when absent: little movement. */
  readonly basis?: MouthBasis | undefined;
  /** In widths squared: a sample with a mouth one width open counts as 1. */
  readonly ridge: number;
}

const COUNT = mouthMeasureNames.length;
/** Beside the measures: the pose, yaw squared and a constant, so that turns of the head are not taken for speech. */
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
  const found = mouthMeasureNames.map(() => new Float32Array(FACE_SHAPE_SIZE));
  const right = new Float64Array(REGRESSORS);
  for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
    right.fill(0);
    for (let index = 0; index < COUNT; index += 1) {
      right[index] = ridge * (prior?.[mouthMeasureNames[index]][at] ?? 0);
    }
    for (let sample = 0; sample < rows.length; sample += 1) {
      const value = (samples[sample].shape[at] - rest.shape[at]) / MOUTH_WIDTH_CM;
      const row = rows[sample];
      for (let index = 0; index < REGRESSORS; index += 1) {
        right[index] += row[index] * value;
      }
    }
    for (let index = 0; index < COUNT; index += 1) {
      found[index][at] = inverse[index].reduce(
        (sum, value, other) => sum + value * right[other],
        0,
      );
    }
  }
  const [open, wide, jaw, lift] = found;
  return { open, wide, jaw, lift };
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
