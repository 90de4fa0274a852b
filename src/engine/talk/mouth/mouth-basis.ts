import shipped from '../../../../resources/talk/mouth-basis.json' with { type: 'json' };
import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import { smoothstep } from '../../vision/math.ts';
import {
  type MouthMeasureName,
  mouthMeasureNames,
  type MouthMeasures,
  MOUTH_WIDTH_CM,
} from './measures.ts';
import { NOSE_BASE } from '../../track/mesh-points.ts';

/** Displacement of every mesh point per measure: x, y and z, in widths per width. */
export type MouthBasis = Readonly<Record<MouthMeasureName, Float32Array>>;

/** Factor by which the shipped basis is scaled to store integers. */
export const BASIS_STEPS = 10_000;
const EYE_CORNER = 33;
/** Distance below the eye corners, in centimetres, up to which speech moves the face: glasses stay still. */
const BELOW_EYES = 2;

/** Reads the shipped basis, learnt from a talking head (`tools/talk/make-mouth-basis.ts`). */
export function readMouthBasis(): MouthBasis {
  const toValues = (steps: readonly number[]): Float32Array =>
    Float32Array.from(steps, (step) => step / BASIS_STEPS);
  return {
    open: toValues(shipped.open),
    wide: toValues(shipped.wide),
    jaw: toValues(shipped.jaw),
    lift: toValues(shipped.lift),
  };
}

/** Maps every row of a basis. */
export function mapMouthBasis(
  basis: MouthBasis,
  map: (row: Float32Array) => Float32Array,
): MouthBasis {
  return {
    open: map(basis.open),
    wide: map(basis.wide),
    jaw: map(basis.jaw),
    lift: map(basis.lift),
  };
}

/** Limits a basis to the area that speech moves: fully from the nose down, not at the eyes. */
export function confineMouthBasis(
  basis: MouthBasis,
  { positions }: Pick<CanonicalFace, 'positions'>,
): MouthBasis {
  const nose = positions[NOSE_BASE * 3 + 1];
  const eyes = positions[EYE_CORNER * 3 + 1] - BELOW_EYES;
  return mapMouthBasis(basis, (row) =>
    row.map((value, at) => {
      const height = positions[Math.floor(at / 3) * 3 + 1];
      return value * (1 - smoothstep(nose, eyes, height));
    }),
  );
}

/** Adds a change of measures to a shape, in place. */
export function moveMouth(shape: FrontalShape, basis: MouthBasis, change: MouthMeasures): void {
  for (const name of mouthMeasureNames) {
    const by = change[name] * MOUTH_WIDTH_CM;
    const row = basis[name];
    if (by !== 0) {
      for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
        shape[at] += row[at] * by;
      }
    }
  }
}
