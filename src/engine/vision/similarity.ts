/** Similarity transform of the plane: `x' = a * x - b * y + shiftX`, `y' = b * x + a * y + shiftY`. */
export interface Similarity {
  a: number;
  b: number;
  shiftX: number;
  shiftY: number;
}

/** Identity transform. */
export const unmoved: Readonly<Similarity> = createSimilarity();

/** Creates an identity similarity. */
export function createSimilarity(): Similarity {
  return { a: 1, b: 0, shiftX: 0, shiftY: 0 };
}

/**
 * Sets `result` to the transform that brings the points of `from` closest to those of `to` (x, y, z per point, z is
 * ignored), by least squares over `points`.
 */
export function fitSimilarity(
  result: Similarity,
  from: Float32Array,
  to: Float32Array,
  points: Uint16Array,
): void {
  let fromX = 0;
  let fromY = 0;
  let toX = 0;
  let toY = 0;
  for (let index = 0; index < points.length; index += 1) {
    const at = points[index] * 3;
    fromX += from[at];
    fromY += from[at + 1];
    toX += to[at];
    toY += to[at + 1];
  }
  fromX /= points.length;
  fromY /= points.length;
  toX /= points.length;
  toY /= points.length;
  let along = 0;
  let across = 0;
  let spread = 0;
  for (let index = 0; index < points.length; index += 1) {
    const at = points[index] * 3;
    const px = from[at] - fromX;
    const py = from[at + 1] - fromY;
    const qx = to[at] - toX;
    const qy = to[at + 1] - toY;
    along += px * qx + py * qy;
    across += px * qy - py * qx;
    spread += px * px + py * py;
  }
  result.a = spread === 0 ? 1 : along / spread;
  result.b = spread === 0 ? 0 : across / spread;
  result.shiftX = toX - result.a * fromX + result.b * fromY;
  result.shiftY = toY - result.b * fromX - result.a * fromY;
}
