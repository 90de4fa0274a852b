/** Two planes of one size that are drawn together. One kind of array only: two would halve the speed. */
export interface PlanePair {
  readonly first: Uint8Array;
  readonly second: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Planes to draw on; rounded and kept within 0..255. Rows have `width` values without gaps. */
export interface DrawnPair {
  readonly first: Uint8ClampedArray;
  readonly second: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A flat mesh: x and y of every point, `step` values apart, put at `(x - originX) * scale`. */
export interface PlacedMesh {
  points: Float32Array;
  readonly step: number;
  originX: number;
  originY: number;
  scale: number;
}

/** What becomes of the values of a texture at every point of a mesh: `value * gain + offset`. */
export interface PairShade {
  readonly firstGain: Float32Array;
  readonly firstOffset: Float32Array;
  readonly secondGain: Float32Array;
  readonly secondOffset: Float32Array;
}

/** A shade that changes nothing. */
export function createPairShade(pointCount: number): PairShade {
  return {
    firstGain: new Float32Array(pointCount).fill(1),
    firstOffset: new Float32Array(pointCount),
    secondGain: new Float32Array(pointCount).fill(1),
    secondOffset: new Float32Array(pointCount),
  };
}

/** What is drawn: three points per triangle, each with a place in both meshes. */
export interface TexturedMesh {
  readonly triangles: Uint16Array;
  readonly to: PlacedMesh;
  readonly from: PlacedMesh;
  readonly shade: PairShade;
}

/** Steps along a row and down a column, and the start, of one value that is linear over a triangle. */
const slopes = new Float64Array(6 * 3);
/** Values of the corners: places in the texture, then the shade. */
const corners = new Float64Array(6 * 3);

/**
 * Draws the triangles of a mesh with a texture, bilinear, with a shade that is linear over every
 * triangle. Triangles that show their back (another sense of turning than in the texture) are left
 * out, as is what lies outside the planes. Allocates nothing.
 */
export function drawTriangles(onto: DrawnPair, texture: PlanePair, mesh: TexturedMesh): void {
  const { triangles, to, from } = mesh;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at]!;
    const b = triangles[at + 1]!;
    const c = triangles[at + 2]!;
    const facing = areaOf(to, a, b, c);
    if (facing * areaOf(from, a, b, c) > 0 && Math.abs(facing) > 1e-6) {
      setCorner(mesh, 0, a);
      setCorner(mesh, 1, b);
      setCorner(mesh, 2, c);
      drawTriangle(onto, texture, to, a, b, c);
    }
  }
}

/** Twice the area, signed by the sense of turning. */
function areaOf({ points, step }: PlacedMesh, a: number, b: number, c: number): number {
  const x = points[c * step]!;
  const y = points[c * step + 1]!;
  return (
    (points[b * step + 1]! - y) * (points[a * step]! - x) +
    (x - points[b * step]!) * (points[a * step + 1]! - y)
  );
}

function setCorner({ from, shade }: TexturedMesh, corner: number, point: number): void {
  corners[corner] = (from.points[point * from.step]! - from.originX) * from.scale - 0.5;
  corners[3 + corner] = (from.points[point * from.step + 1]! - from.originY) * from.scale - 0.5;
  corners[6 + corner] = shade.firstGain[point]!;
  corners[9 + corner] = shade.firstOffset[point]!;
  corners[12 + corner] = shade.secondGain[point]!;
  corners[15 + corner] = shade.secondOffset[point]!;
}

/**
 * Called for every triangle of every frame: an object of arguments would be garbage. Rows are short (7 pixels
 * on a large face), so they are drawn here and not by another function, at twice the speed.
 */
function drawTriangle(
  onto: DrawnPair,
  texture: PlanePair,
  to: PlacedMesh,
  a: number,
  b: number,
  c: number,
): void {
  const { points, step, originX, originY, scale } = to;
  const ax = (points[a * step]! - originX) * scale;
  const ay = (points[a * step + 1]! - originY) * scale;
  const bx = (points[b * step]! - originX) * scale;
  const by = (points[b * step + 1]! - originY) * scale;
  const cx = (points[c * step]! - originX) * scale;
  const cy = (points[c * step + 1]! - originY) * scale;
  const inverse = 1 / ((by - cy) * (ax - cx) + (cx - bx) * (ay - cy));
  const aAcross = (by - cy) * inverse;
  const aDown = (cx - bx) * inverse;
  const bAcross = (cy - ay) * inverse;
  const bDown = (ax - cx) * inverse;
  for (let value = 0; value < 18; value += 3) {
    const last = corners[value + 2]!;
    const across = (corners[value]! - last) * aAcross + (corners[value + 1]! - last) * bAcross;
    const down = (corners[value]! - last) * aDown + (corners[value + 1]! - last) * bDown;
    slopes[value] = across;
    slopes[value + 1] = down;
    slopes[value + 2] = last + (0.5 - cx) * across + (0.5 - cy) * down;
  }
  const { first: firstTexture, second: secondTexture, width } = texture;
  const { first: firstOut, second: secondOut, width: outWidth } = onto;
  // Whole numbers from here on: 65536 to a pixel of the texture, to a step of luma and to a gain of 1.
  const maxU = ((width - 1) << 16) - 1;
  const maxV = ((texture.height - 1) << 16) - 1;
  const stepU = toFixed(slopes[0]!);
  const stepV = toFixed(slopes[3]!);
  const stepFirstGain = toFixed(slopes[6]!);
  const stepFirstOffset = toFixed(slopes[9]!);
  const stepSecondGain = toFixed(slopes[12]!);
  const stepSecondOffset = toFixed(slopes[15]!);
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(onto.height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  for (let row = top; row <= bottom; row += 1) {
    const y = row + 0.5;
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    if (ay <= y !== by <= y) {
      const x = ax + ((y - ay) * (bx - ax)) / (by - ay);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    if (by <= y !== cy <= y) {
      const x = bx + ((y - by) * (cx - bx)) / (cy - by);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    if (cy <= y !== ay <= y) {
      const x = cx + ((y - cy) * (ax - cx)) / (ay - cy);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
    const first = Math.max(0, Math.ceil(left - 0.5));
    const last = Math.min(outWidth - 1, Math.ceil(right - 0.5) - 1);
    let u = toFixed(slopes[2]! + first * slopes[0]! + row * slopes[1]!);
    let v = toFixed(slopes[5]! + first * slopes[3]! + row * slopes[4]!);
    let firstGain = toFixed(slopes[8]! + first * slopes[6]! + row * slopes[7]!);
    let firstOffset = toFixed(slopes[11]! + first * slopes[9]! + row * slopes[10]!) + 32_768;
    let secondGain = toFixed(slopes[14]! + first * slopes[12]! + row * slopes[13]!);
    let secondOffset = toFixed(slopes[17]! + first * slopes[15]! + row * slopes[16]!) + 32_768;
    const end = row * outWidth + last;
    for (let out = row * outWidth + first; out <= end; out += 1) {
      const x = u < 0 ? 0 : u > maxU ? maxU : u;
      const y = v < 0 ? 0 : v > maxV ? maxV : v;
      const fx = (x >> 8) & 255;
      const fy = (y >> 8) & 255;
      const upper = (y >> 16) * width + (x >> 16);
      const lower = upper + width;
      const lowerRight = fx * fy;
      const upperRight = (fx << 8) - lowerRight;
      const lowerLeft = (fy << 8) - lowerRight;
      const upperLeft = 65_536 - lowerRight - upperRight - lowerLeft;
      const firstValue =
        (firstTexture[upper]! * upperLeft +
          firstTexture[upper + 1]! * upperRight +
          firstTexture[lower]! * lowerLeft +
          firstTexture[lower + 1]! * lowerRight) >>
        11;
      const secondValue =
        (secondTexture[upper]! * upperLeft +
          secondTexture[upper + 1]! * upperRight +
          secondTexture[lower]! * lowerLeft +
          secondTexture[lower + 1]! * lowerRight) >>
        11;
      firstOut[out] = (((firstValue * (firstGain >> 5)) | 0) + firstOffset) >> 16;
      secondOut[out] = (((secondValue * (secondGain >> 5)) | 0) + secondOffset) >> 16;
      u = (u + stepU) | 0;
      v = (v + stepV) | 0;
      firstGain = (firstGain + stepFirstGain) | 0;
      firstOffset = (firstOffset + stepFirstOffset) | 0;
      secondGain = (secondGain + stepSecondGain) | 0;
      secondOffset = (secondOffset + stepSecondOffset) | 0;
    }
  }
}

/** Slivers have slopes beyond all measure; what they are does not matter, they hold no pixel. */
function toFixed(value: number): number {
  return Math.round(value * 65_536) | 0;
}
