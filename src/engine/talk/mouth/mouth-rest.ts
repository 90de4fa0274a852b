import { FACE_SHAPE_SIZE, type FrontalShape } from '../../face/shape/face-shape.ts';
import { measureMouth, type MouthMeasures } from './measures.ts';

/** Typical closed mouth of a person, the reference of its measures. */
export interface MouthRest {
  readonly shape: FrontalShape;
  readonly measures: MouthMeasures;
}

/** Fraction of the most closed shapes that count as rest. */
const CALMEST = 0.3;

/** Creates a rest from a single shape, such as a portrait's. */
export function toMouthRest(shape: FrontalShape): MouthRest {
  return { shape, measures: measureMouth(shape) };
}

/** Averages the most closed of a person's shapes, of which there must be at least one. */
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
