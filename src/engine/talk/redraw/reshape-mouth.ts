import { setFrontalShape } from '../../face/shape/face-shape.ts';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { createMouthCloser } from '../../face/shape/close-mouth.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { setLipGap } from '../mouth/lip-gap.ts';
import { measureMouth, type MouthMeasures, scaleMouth, subtractMouth } from '../mouth/measures.ts';
import { type MouthBasis, moveMouth } from '../mouth/mouth-basis.ts';
import type { MouthRest } from '../mouth/mouth-rest.ts';
import { pressLips } from '../mouth/press-lips.ts';

/** Rest and basis of a person's mouth. */
export interface OwnMouth {
  readonly rest: MouthRest;
  readonly basis: MouthBasis;
}

/** Target of a mesh. */
export interface MouthTarget {
  /** Difference from the person's mouth at rest. */
  readonly mouth: MouthMeasures;
  /** True when the lips must meet. */
  readonly isClosed: boolean;
  /** True when the lip gap is set exactly, for a synthesised inner mouth. */
  readonly isExact: boolean;
  /** Fraction of the change that is applied, 0..1. */
  readonly visible: number;
}

/** Gap below which lips are closed: smaller gaps would flicker. */
const CLOSED_BELOW = 0.012;

/** Changes the mouth of a mesh; the result is overwritten by the next call. */
export type MouthReshaper = (
  face: { readonly landmarks: Float32Array; readonly pose: Readonly<HeadPose> },
  own: OwnMouth,
  target: MouthTarget,
) => Float32Array;

/** Creates a reshaper for meshes with the topology of the canonical face. */
export function createMouthReshaper(canonicalFace: CanonicalFace): MouthReshaper {
  const closeMouth = createMouthCloser(canonicalFace);
  const before = new Float32Array(FACE_SHAPE_SIZE);
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  const reshaped = new Float32Array(FACE_SHAPE_SIZE);
  return ({ landmarks, pose }, { rest, basis }, { mouth, isClosed, isExact, visible }) => {
    setFrontalShape(before, landmarks, pose, canonicalFace.poseBasis.points);
    shape.set(before);
    const now = subtractMouth(measureMouth(shape), rest.measures);
    moveMouth(shape, basis, scaleMouth(subtractMouth(mouth, now), visible));
    if (visible === 1 && (isClosed || mouth.open < CLOSED_BELOW)) {
      // Closed after all else that moves their inner edges: it would part them.
      closeMouth(shape);
    } else if (isExact && visible === 1) {
      setLipGap(shape, mouth.open);
    }
    if (isExact && visible === 1) {
      pressLips(shape, mouth.open);
    }
    const { rotation: r, scale } = pose;
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 3) {
      const x = (shape[at] - before[at]) * scale;
      const y = (shape[at + 1] - before[at + 1]) * scale;
      const z = (shape[at + 2] - before[at + 2]) * scale;
      reshaped[at] = landmarks[at] + r[0] * x + r[1] * y + r[2] * z;
      reshaped[at + 1] = landmarks[at + 1] + r[3] * x + r[4] * y + r[5] * z;
      reshaped[at + 2] = landmarks[at + 2] + r[6] * x + r[7] * y + r[8] * z;
    }
    return reshaped;
  };
}
