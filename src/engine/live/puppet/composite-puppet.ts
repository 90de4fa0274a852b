import { type DrawnPair, toBytes } from '../../pixels/draw-triangles.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import {
  alignOffset,
  kernels,
  leadOf,
  PAST_END,
  reserveKernelMemory,
} from '../../pixels/simd/kernels.ts';

/** A cutout that was drawn: luma and its mask as large as the frame, u and v half as large. */
export interface DrawnPuppet {
  readonly luma: DrawnPair;
  readonly chroma: DrawnPair;
  /** The same of the face, as large as its box. */
  readonly face: DrawnPair;
  readonly faceChroma: DrawnPair;
}

/** A part of a picture, in even numbers. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Lays a cutout over a frame of even size whose rows have no gaps, and its face, which lies in a box, over it. */
export function compositePuppet(frame: I420Frame, drawn: DrawnPuppet, face: Box): void {
  const { width, height } = frame;
  compositePair(frame, drawn.luma, drawn.chroma, { left: 0, top: 0, width, height });
  compositePair(frame, drawn.face, drawn.faceChroma, face);
}

/** Memory of kernels: the mask, the mask at half its size, what is composited, and the rows it is composited over. */
function compositePair(
  { width, y, u, v }: I420Frame,
  { first: luma, second: mask }: DrawnPair,
  { first: overU, second: overV }: DrawnPair,
  box: Box,
): void {
  const count = box.width * box.height;
  if (count === 0) {
    return;
  }
  const halfMask = alignOffset(count + PAST_END);
  const over = alignOffset(halfMask + count / 4 + PAST_END);
  const rows = alignOffset(over + count + PAST_END);
  const { bytes } = reserveKernelMemory(rows + 16 + width * box.height);
  bytes.set(toBytes(mask, count));
  kernels.downsample2x(0, box.width, box.height, halfMask);
  const rowRanges = { over, rows, drawn: 0 };
  compositePlane(y, width, luma, box, { ...rowRanges, mask: 0 });
  const half = {
    left: box.left >> 1,
    top: box.top >> 1,
    width: box.width >> 1,
    height: box.height >> 1,
  };
  // Half the size has other edges: what was not drawn there is left.
  const ofChroma = { ...rowRanges, mask: halfMask, drawn: over };
  compositePlane(u, width >> 1, overU, half, ofChroma);
  compositePlane(v, width >> 1, overV, half, ofChroma);
}

function compositePlane(
  plane: Uint8Array,
  stride: number,
  output: Uint8ClampedArray,
  { left, top, width, height }: Box,
  { mask, over, rows, drawn }: Readonly<Record<'mask' | 'over' | 'rows' | 'drawn', number>>,
): void {
  const from = plane.subarray(top * stride, (top + height) * stride);
  const start = rows + leadOf(from, 16);
  const { bytes } = reserveKernelMemory(start + from.length);
  bytes.set(toBytes(output, width * height), over);
  bytes.set(from, start);
  for (let row = 0; row < height; row += 1) {
    const at = row * width;
    kernels.alphaBlend(start + row * stride + left, over + at, mask + at, drawn + at, width);
  }
  from.set(bytes.subarray(start, start + from.length));
}
