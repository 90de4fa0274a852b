/**
 * Pixels between FFmpeg's memory and ours. Pictures live in memory of JavaScript: a plane of FFmpeg that
 * somebody still reads after its frame was freed would end the process. Copying a 720p frame takes 0.2 ms.
 */
import { Frame } from 'node-av/lib';
import { AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { invariant } from '../../base/errors.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { check } from './ffmpeg.ts';
import type { Size } from './output-size.ts';

/** A frame of FFmpeg with memory for an I420 picture; its owner frees it. */
function allocateNative({ width, height }: Size): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  check(frame.getBuffer(), 'get memory for a picture');
  return frame;
}

function viewNative(frame: Frame): I420Frame {
  const { width, height, data, linesize } = frame;
  const [y, u, v] = data ?? [];
  invariant(y && u && v, 'A frame with memory has planes.');
  const [strideY = 0, strideU = 0, strideV = 0] = linesize;
  return { width, height, y, u, v, strideY, strideU, strideV };
}

/** Copies the samples of a picture to another of at most its size. */
export function copyFrame(from: I420Frame, to: I420Frame): void {
  const halfWidth = (to.width + 1) >> 1;
  const halfHeight = (to.height + 1) >> 1;
  copyPlane(from.y, from.strideY, to.y, to.strideY, to.width, to.height);
  copyPlane(from.u, from.strideU, to.u, to.strideU, halfWidth, halfHeight);
  copyPlane(from.v, from.strideV, to.v, to.strideV, halfWidth, halfHeight);
}

/** A frame of FFmpeg that pictures pass through one after the other. */
export interface Exchange {
  readonly frame: Frame;
  /** Puts a picture of its size, or a larger one, into the frame. */
  fill(picture: I420Frame): void;
  /** What is in the frame; overwritten by the next `fill`, and not to be used after `free`. */
  view(): I420Frame;
  free(): void;
}

/**
 * Makes an exchange. Where the runtime allows memory of others to be seen (Node), the planes are looked at
 * once, as making views costs more than copying; where it does not (Electron), planes are copies and FFmpeg
 * has to fetch and bring.
 */
export function createExchange(size: Size, canSharePlanes = sharesPlanes()): Exchange {
  const frame = allocateNative(size);
  let planes: I420Frame | null = null;
  let packed: Buffer | null = null;

  function view(): I420Frame {
    if (!canSharePlanes) {
      return viewPacked(frame.toBuffer(), size.width, size.height);
    }
    planes ??= viewNative(frame);
    return planes;
  }

  return {
    frame,
    view,
    fill(picture) {
      if (!frame.isWritable) {
        // An encoder still holds what it was given last; the frame gets memory of its own.
        check(frame.makeWritable(), 'get memory for a picture');
        planes = null;
      }
      if (canSharePlanes) {
        copyFrame(picture, view());
        return;
      }
      packed ??= frame.toBuffer();
      copyFrame(picture, viewPacked(packed, size.width, size.height));
      check(frame.fromBuffer(packed), 'take over a picture');
    },
    free() {
      frame.free();
    },
  };
}

let shares: boolean | undefined;

/** Whether writing to a plane of a frame reaches FFmpeg, tried once. */
function sharesPlanes(): boolean {
  if (shares === undefined) {
    const frame = allocateNative({ width: 2, height: 2 });
    const [plane] = frame.data ?? [];
    plane?.fill(0, 0, 1);
    plane?.fill(77, 1, 2);
    shares = plane !== undefined && frame.toBuffer()[1] === 77;
    frame.free();
  }
  return shares;
}

function viewPacked(buffer: Buffer, width: number, height: number): I420Frame {
  const halfWidth = (width + 1) >> 1;
  const luma = width * height;
  const chroma = halfWidth * ((height + 1) >> 1);
  return {
    width,
    height,
    y: buffer.subarray(0, luma),
    u: buffer.subarray(luma, luma + chroma),
    v: buffer.subarray(luma + chroma, luma + 2 * chroma),
    strideY: width,
    strideU: halfWidth,
    strideV: halfWidth,
  };
}

function copyPlane(
  from: Uint8Array,
  fromStride: number,
  to: Uint8Array,
  toStride: number,
  width: number,
  height: number,
): void {
  if (fromStride === toStride && fromStride === width) {
    to.set(from.length === width * height ? from : from.subarray(0, width * height));
    return;
  }
  // `copy` of Buffer makes no view per row.
  const source = Buffer.from(from.buffer, from.byteOffset, from.length);
  for (let row = 0; row < height; row += 1) {
    source.copy(to, row * toStride, row * fromStride, row * fromStride + width);
  }
}
