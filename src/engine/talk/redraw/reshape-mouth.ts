import { setFrontalShape } from '../../face/shape/face-shape.ts';
import { FACE_SHAPE_SIZE } from '../../face/shape/face-shape.ts';
import { createMouthCloser } from '../../face/shape/close-mouth.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { HeadPose } from '../../track/head-pose.ts';
import { setLipGap } from '../mouth/lip-gap.ts';
import { measureMouth, type MouthMeasures, scaleMouth, subtractMouth } from '../mouth/measures.ts';
import { type MouthBasis, moveMouth } from '../mouth/mouth-basis.ts';
import type { MouthRest } from '../mouth/mouth-rest.ts';

/** A person's mouth, and how it moves. */
export interface OwnMouth {
  readonly rest: MouthRest;
  readonly basis: MouthBasis;
}

/** What a mesh is to become. */
export interface MouthTarget {
  /** Against the mouth of the person at rest. */
  readonly mouth: MouthMeasures;
  /** Whether lips meet. */
  readonly isClosed: boolean;
  /** Whether the gap is set to what is wanted, for an inside that is drawn. */
  readonly isExact: boolean;
  /** How much of the change is made, 0..1. */
  readonly visible: number;
}

/** Below this lips are closed: so small a gap is seen as a flicker of the line between them. */
const CLOSED_BELOW = 0.012;

/** Gives meshes of a frame other mouths; the mesh it returns is filled again by the next call. */
export type MouthReshaper = (
  face: { readonly landmarks: Float32Array; readonly pose: Readonly<HeadPose> },
  own: OwnMouth,
  target: MouthTarget,
) => Float32Array;

/** A reshaper for meshes like a canonical face. */
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
      // Last of all: what moves lips after it would part them again.
      closeMouth(shape);
    } else if (isExact && visible === 1) {
      setLipGap(shape, mouth.open);
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
