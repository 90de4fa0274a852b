import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import {
  openVideoReader,
  type VideoReaderOptions,
} from '../../../src/engine/io/video/video-reader.ts';
import { chromaAt, lumaAt, readIndex } from '../make-clip.ts';

/** A decoded frame in its own memory. */
export interface KeptFrame {
  readonly planes: I420Frame;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Number drawn into the frame. */
  readonly drawn: number;
}

/** Reads all frames of a video and keeps them. */
export async function readAll(path: string, options?: VideoReaderOptions): Promise<KeptFrame[]> {
  const kept: KeptFrame[] = [];
  for await (const { planes, timestampUs, durationUs } of await openVideoReader(path, options)) {
    const { y, u, v, strideY, width } = planes;
    kept.push({
      planes: { ...planes, y: y.slice(), u: u.slice(), v: v.slice() },
      timestampUs,
      durationUs,
      drawn: readIndex(y, strideY, width),
    });
  }
  return kept;
}

/** Peak signal to noise of luma and chroma together, in dB. */
export function psnr(left: I420Frame, right: I420Frame): number {
  let sum = 0;
  let count = 0;
  const add = (
    a: Uint8Array,
    strideA: number,
    b: Uint8Array,
    strideB: number,
    size: readonly [width: number, height: number],
  ): void => {
    for (let y = 0; y < size[1]; y += 1) {
      for (let x = 0; x < size[0]; x += 1) {
        sum += (a[y * strideA + x]! - b[y * strideB + x]!) ** 2;
        count += 1;
      }
    }
  };
  const width = Math.min(left.width, right.width);
  const height = Math.min(left.height, right.height);
  const half = [width >> 1, height >> 1] as const;
  add(left.y, left.strideY, right.y, right.strideY, [width, height]);
  add(left.u, left.strideU, right.u, right.strideU, half);
  add(left.v, left.strideV, right.v, right.strideV, half);
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10(255 ** 2 / (sum / count));
}

/** The frame that the clip maker drew. */
export function drawFrame(index: number, width: number, height: number): I420Frame {
  const halfWidth = (width + 1) >> 1;
  const halfHeight = (height + 1) >> 1;
  const chroma = (plane: 1 | 2): Uint8Array =>
    Uint8Array.from({ length: halfWidth * halfHeight }, (_, at) =>
      chromaAt(plane, at % halfWidth, Math.floor(at / halfWidth), halfWidth, halfHeight),
    );
  return {
    width,
    height,
    y: Uint8Array.from({ length: width * height }, (_, at) =>
      lumaAt(at % width, Math.floor(at / width), index, width, height),
    ),
    u: chroma(1),
    v: chroma(2),
    strideY: width,
    strideU: halfWidth,
    strideV: halfWidth,
  };
}
