import { setFrontalShape, FACE_SHAPE_SIZE } from '../../../src/engine/face/shape/face-shape.ts';
import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import type { TrackedFace } from '../../../src/engine/track/face-track.ts';
import {
  LEFT_EYE,
  LEFT_EYE_INNER,
  LEFT_EYE_OUTER,
  RIGHT_EYE,
  RIGHT_EYE_INNER,
  RIGHT_EYE_OUTER,
} from '../../../src/engine/track/mesh-points.ts';

/** Measures of a facial expression, seen from the front. */
export interface ExpressionMeasures {
  /** Height of the mouth corners above the line between the lips, in mouth widths. */
  readonly corners: number;
  /** Width of the mouth, in distances of the outer eye corners. */
  readonly width: number;
  /** Opening of the eyes, in eye widths. */
  readonly lids: number;
  /** Height of the brows above the eye corners, in distances of those. */
  readonly brows: number;
}

/** The measures in the order in which they are listed. */
export const MEASURES = ['corners', 'width', 'lids', 'brows'] as const;

const [LEFT_CORNER, RIGHT_CORNER] = [61, 291];
const [UPPER_LIP, LOWER_LIP] = [13, 14];
const CORNERS_OF_EYES = [LEFT_EYE_OUTER, LEFT_EYE_INNER, RIGHT_EYE_INNER, RIGHT_EYE_OUTER];
const BROWS = [63, 105, 66, 296, 334, 293];

/** Reads the measures of a tracked face. */
export function measureExpression(
  { landmarks, pose }: Pick<TrackedFace, 'landmarks' | 'pose'>,
  { poseBasis }: CanonicalFace,
): ExpressionMeasures {
  const shape = new Float32Array(FACE_SHAPE_SIZE);
  setFrontalShape(shape, landmarks, pose, poseBasis.points);
  const across = computeDistance(shape, LEFT_EYE_OUTER, RIGHT_EYE_OUTER);
  const mouth = computeDistance(shape, LEFT_CORNER, RIGHT_CORNER);
  return {
    corners:
      (computeHeight(shape, [UPPER_LIP, LOWER_LIP]) -
        computeHeight(shape, [LEFT_CORNER, RIGHT_CORNER])) /
      mouth,
    width: mouth / across,
    lids: (computeOpening(shape, LEFT_EYE) + computeOpening(shape, RIGHT_EYE)) / 2,
    brows: (computeHeight(shape, CORNERS_OF_EYES) - computeHeight(shape, BROWS)) / across,
  };
}

/** Mean of how far points are down. */
function computeHeight(shape: Float32Array, points: readonly number[]): number {
  return points.reduce((sum, point) => sum + shape[point * 3 + 1]!, 0) / points.length;
}

function computeDistance(shape: Float32Array, first: number, second: number): number {
  return Math.hypot(
    shape[first * 3]! - shape[second * 3]!,
    shape[first * 3 + 1]! - shape[second * 3 + 1]!,
  );
}

function computeOpening(shape: Float32Array, outline: readonly number[]): number {
  const lids = [3, 4, 5].map((index) =>
    computeDistance(shape, outline[index]!, outline[outline.length - index]!),
  );
  return (
    lids.reduce((sum, lid) => sum + lid, 0) / 3 / computeDistance(shape, outline[0]!, outline[8]!)
  );
}
