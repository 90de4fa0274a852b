import { type DrawnPair, toBytes } from '../../pixels/draw-triangles.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import {
  alignOffset,
  kernels,
  toLead,
  PAST_END,
  reserveKernelMemory,
} from '../../pixels/simd/kernels.ts';

/** Drawn cutout: luma and its mask at the frame's size, u and v at half of it. */
export interface DrawnPuppet {
  readonly luma: DrawnPair;
  readonly chroma: DrawnPair;
  /** Drawn face at the size of its box. */
  readonly face: DrawnPair;
  readonly faceChroma: DrawnPair;
}

/** Box in a frame; all values are even. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Composites a cutout onto a frame of even size without row gaps, then its face, which is in a box. */
export function compositePuppet(frame: I420Frame, drawn: DrawnPuppet, face: Box): void {
  const { width, height } = frame;
  compositePair(frame, drawn.luma, drawn.chroma, { left: 0, top: 0, width, height });
  compositePair(frame, drawn.face, drawn.faceChroma, face);
}

/**
 * Composites a pair of planes. Kernel memory: mask, mask at half size, drawn pixels, and the rows they are composited
 * onto.
 */
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
  // Edges differ at half size: chroma pixels that were not drawn are skipped.
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
  const start = rows + toLead(from, 16);
  const { bytes } = reserveKernelMemory(start + from.length);
  bytes.set(toBytes(output, width * height), over);
  bytes.set(from, start);
  for (let row = 0; row < height; row += 1) {
    const at = row * width;
    kernels.alphaBlend(start + row * stride + left, over + at, mask + at, drawn + at, width);
  }
  from.set(bytes.subarray(start, start + from.length));
}
