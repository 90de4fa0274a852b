import { alignOffset, type KernelArena, kernels, reserveKernelMemory } from './simd/kernels.ts';

/** Two planes of one size that are drawn together. They have one array type, as two types would halve the speed. */
export interface PlanePair {
  readonly first: Uint8Array;
  readonly second: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Planes to draw on, whose values are rounded and clamped to 0..255. Rows have `width` values without gaps. */
export interface DrawnPair {
  readonly first: Uint8ClampedArray;
  readonly second: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Flat mesh: x and y of every point, `step` values apart, drawn at `(x - originX) * scale`. */
export interface ScreenMesh {
  points: Float32Array;
  readonly step: number;
  originX: number;
  originY: number;
  scale: number;
}

/** Gain and offset of texture values per mesh point: `value * gain + offset`. */
export interface PairShade {
  readonly firstGain: Float32Array;
  readonly firstOffset: Float32Array;
  readonly secondGain: Float32Array;
  readonly secondOffset: Float32Array;
}

/** Creates a shade that changes nothing. */
export function createPairShade(pointCount: number): PairShade {
  return {
    firstGain: new Float32Array(pointCount).fill(1),
    firstOffset: new Float32Array(pointCount),
    secondGain: new Float32Array(pointCount).fill(1),
    secondOffset: new Float32Array(pointCount),
  };
}

/** Textured mesh: three points per triangle, with the positions of each in the drawing (`to`) and in the texture. */
export interface TexturedMesh {
  readonly triangles: Uint16Array;
  readonly to: ScreenMesh;
  readonly from: ScreenMesh;
  readonly shade: PairShade;
}

/** Floats per point in kernel memory; see `drawPairs` of `kernels`. */
export const POINT_VALUES = 8;
const POINTS = 0;

/** Returns the bytes of `count` points in kernel memory. */
export function sizeOfPoints(count: number): number {
  return count * POINT_VALUES * Float32Array.BYTES_PER_ELEMENT;
}

/**
 * Draws the triangles of a mesh with a bilinear texture and a shade that is linear over every triangle. Back faces
 * (triangles with another orientation than in the texture) are skipped, and pixels outside of the planes as well. Gains
 * are below 16.
 */
export function drawTriangles(onto: DrawnPair, texture: PlanePair, mesh: TexturedMesh): void {
  const outLength = onto.width * onto.height;
  const length = texture.width * texture.height;
  if (outLength === 0 || length === 0) {
    return;
  }
  // Memory layout: the mesh, the drawing, the texture as planes, and the texture as pairs.
  const { corners, end: drawn } = writeMesh(mesh);
  const otherDrawn = alignOffset(drawn + outLength);
  const first = alignOffset(otherDrawn + outLength);
  const second = alignOffset(first + length);
  const pairs = alignOffset(second + length);
  const views = reserveKernelMemory(alignOffset(pairs + 2 * length));
  const { bytes } = views;
  bytes.set(texture.first.subarray(0, length), first);
  bytes.set(texture.second.subarray(0, length), second);
  kernels.interleave(first, second, pairs, length);
  const drawnFirst = toBytes(onto.first, outLength);
  const drawnSecond = toBytes(onto.second, outLength);
  bytes.set(drawnFirst, drawn);
  bytes.set(drawnSecond, otherDrawn);
  setMesh(views, mesh, corners);
  kernels.drawPairs(
    drawn,
    otherDrawn,
    onto.width,
    onto.height,
    pairs,
    texture.width,
    texture.height,
    POINTS,
    corners,
    mesh.triangles.length / 3,
  );
  drawnFirst.set(bytes.subarray(drawn, drawn + outLength));
  drawnSecond.set(bytes.subarray(otherDrawn, otherDrawn + outLength));
}

/** Returns the offset of the triangles in kernel memory, behind the points, and the offset of their end. */
function writeMesh({ triangles, shade }: TexturedMesh): { corners: number; end: number } {
  const corners = alignOffset(POINTS + sizeOfPoints(shade.firstGain.length));
  return { corners, end: alignOffset(corners + triangles.length * 2) };
}

function setMesh(
  { floats, shorts }: ReturnType<typeof reserveKernelMemory>,
  mesh: TexturedMesh,
  corners: number,
): void {
  setPoints(floats, POINTS, mesh);
  shorts.set(mesh.triangles, corners / 2);
}

/** Returns a view of the first `length` values as plain bytes, which are copied at once. */
export function toBytes(values: Uint8ClampedArray, length: number): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, length);
}

/** Triangles in kernel memory. */
export interface ArenaTriangles {
  readonly at: number;
  readonly count: number;
}

/** Stores triangles in an arena. */
export function storeTriangles(arena: KernelArena, triangles: Uint16Array): ArenaTriangles {
  const at = arena.reserve(triangles.byteLength);
  arena.views.shorts.set(triangles, at / 2);
  return { at, count: triangles.length / 3 };
}

/** Writes the points of a mesh as kernels read them; `offset` is in bytes. */
export function setPoints(
  values: Float32Array,
  offset: number,
  { to, from, shade }: Omit<TexturedMesh, 'triangles'>,
): void {
  const { firstGain, secondGain, firstOffset, secondOffset } = shade;
  let at = offset / 4;
  for (let point = 0; point < firstGain.length; point += 1, at += POINT_VALUES) {
    values[at] = (to.points[point * to.step] - to.originX) * to.scale;
    values[at + 1] = (to.points[point * to.step + 1] - to.originY) * to.scale;
    values[at + 2] = (from.points[point * from.step] - from.originX) * from.scale - 0.5;
    values[at + 3] = (from.points[point * from.step + 1] - from.originY) * from.scale - 0.5;
    values[at + 4] = firstGain[point];
    values[at + 5] = secondGain[point];
    values[at + 6] = firstOffset[point];
    values[at + 7] = secondOffset[point];
  }
}
