import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import { measureMouth, type MouthMeasures } from './measures.ts';

/** The usual closed mouth of a person: what all that they do with it is measured against. */
export interface MouthRest {
  readonly shape: FrontalShape;
  readonly measures: MouthMeasures;
}

/** This part of all shapes, those that are most closed, counts as rest. */
const CALMEST = 0.3;

/** The mouth at rest of a single shape, such as that of a portrait. */
export function toMouthRest(shape: FrontalShape): MouthRest {
  return { shape, measures: measureMouth(shape) };
}

/** The mouth at rest among many shapes of one person, at least one: the mean of those that are most closed. */
export function findMouthRest(shapes: readonly FrontalShape[]): MouthRest {
  const opens = shapes.map((shape) => measureMouth(shape).open);
  const limit = opens.toSorted((a, b) => a - b)[Math.floor(opens.length * CALMEST)];
  const calm = shapes.filter((_, index) => opens[index] <= limit);
  const sums = new Float64Array(FACE_SHAPE_SIZE);
  for (const shape of calm) {
    for (let at = 0; at < FACE_SHAPE_SIZE; at += 1) {
      sums[at] += shape[at];
    }
  }
  return toMouthRest(Float32Array.from(sums, (sum) => sum / calm.length));
}
