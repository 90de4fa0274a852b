/**
 * Pixels between FFmpeg's memory and ours. Pictures live in memory of JavaScript: a plane of FFmpeg that
 * somebody still reads after its frame was freed would end the process. FFmpeg copies into that memory
 * by itself, because showing its planes to JavaScript costs as much as copying them, and Electron forbids it.
 */
import { AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import type { I420Frame, YuvColour } from '../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../pixels/i420-view.ts';
import { type KernelArena, PAST_END } from '../pixels/simd/kernels.ts';
import { check } from './ffmpeg.ts';
import type { Size } from './output-size.ts';

/** A picture whose memory FFmpeg reads and writes as well. */
export interface NativeFrame {
  /** Stays usable after `free`. */
  readonly picture: I420Frame;
  /**
   * The same samples as a frame of FFmpeg. It does not own them: keep this object for as long as FFmpeg
   * may use the frame. FFmpeg makes a copy when it wants to hold on to them.
   */
  readonly frame: Frame;
  free(): void;
}

/** Which memory a picture lies in: that of one thread, such as threads can share, or that of kernels, which keeps it for good. */
export type FrameMemory = 'own' | 'shared' | KernelArena;

/** Makes a picture, rows without gaps; its content is arbitrary. */
export function createSharedFrame(
  size: Size,
  colour?: YuvColour,
  memory: FrameMemory = 'own',
): NativeFrame {
  const samples = allocate(memory, sizeOfI420(size.width, size.height));
  const frame = describe(size);
  // Not a copy, whatever its documentation says: from here on the frame points to `samples`.
  check(frame.fromBuffer(samples), 'use memory for a picture');
  const picture = createI420View(samples.buffer, size, colour, samples.byteOffset);
  natives.set(picture, frame);
  return {
    picture,
    frame,
    free() {
      natives.delete(picture);
      frame.free();
    },
  };
}

function allocate(memory: FrameMemory, length: number): Buffer {
  if (memory === 'own') {
    return Buffer.from(new ArrayBuffer(length));
  }
  if (memory === 'shared') {
    return Buffer.from(new SharedArrayBuffer(length));
  }
  const offset = memory.reserve(length + PAST_END);
  return Buffer.from(memory.views.bytes.buffer, offset, length);
}

/** The frames of FFmpeg that stand for pictures. */
const natives = new WeakMap<I420Frame, Frame>();

/** The same samples as a frame of FFmpeg, when the picture was made here and is not freed; null otherwise. */
export function findNativeOf(picture: I420Frame): Frame | null {
  return natives.get(picture) ?? null;
}

/** A frame of FFmpeg with memory of its own for an I420 picture; its owner frees it. */
export function createNativeFrame(size: Size): Frame {
  const frame = describe(size);
  check(frame.getBuffer(), 'get memory for a picture');
  return frame;
}

/** Copies the samples of a picture to another of at most its size. */
export function copyFrame(from: I420Frame, to: I420Frame): void {
  const halfWidth = (to.width + 1) >> 1;
  const halfHeight = (to.height + 1) >> 1;
  copyPlane(from.y, from.strideY, to.y, to.strideY, to.width, to.height);
  copyPlane(from.u, from.strideU, to.u, to.strideU, halfWidth, halfHeight);
  copyPlane(from.v, from.strideV, to.v, to.strideV, halfWidth, halfHeight);
}

function describe({ width, height }: Size): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = AV_PIX_FMT_YUV420P;
  frame.width = width;
  frame.height = height;
  return frame;
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
