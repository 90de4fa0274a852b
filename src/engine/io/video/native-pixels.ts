/**
 * Pixels in memory that JavaScript and FFmpeg share. The memory belongs to JavaScript: reading a plane of FFmpeg after
 * its frame was freed would crash the process. FFmpeg copies into that memory itself, because exposing its planes to
 * JavaScript costs as much as a copy, and Electron forbids external buffers.
 */
import { AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import type { I420Frame, YuvColour } from '../../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../../pixels/i420-view.ts';
import { type KernelArena, PAST_END } from '../../pixels/simd/kernels.ts';
import { check } from '../ffmpeg.ts';
import type { Size } from './output-size.ts';

/** I420 frame whose memory FFmpeg reads and writes as well. */
export interface NativeFrame {
  /** The samples for JavaScript, which stay valid after `free`. */
  readonly planes: I420Frame;
  /**
   * The same samples as a frame of FFmpeg, which does not own them: keep this object while FFmpeg may use the frame.
   * FFmpeg copies the samples when it holds them longer.
   */
  readonly frame: Frame;
  free(): void;
}

/**
 * Memory of a frame: of one thread, shared between threads, or in an arena of WebAssembly kernels, which never frees
 * it.
 */
export type FrameMemory = 'own' | 'shared' | KernelArena;

/** Creates a frame with rows without padding and undefined content. */
export function createSharedFrame(
  size: Size,
  colour?: YuvColour,
  memory: FrameMemory = 'own',
): NativeFrame {
  return mapSamples(allocate(memory, sizeOfI420(size.width, size.height)), size, colour);
}

/** Creates another frame over the memory of one that a different thread created, which keeps that memory. */
export function mapSharedFrame(
  samples: SharedArrayBuffer,
  byteOffset: number,
  size: Size,
  colour: YuvColour | undefined,
): NativeFrame {
  const length = sizeOfI420(size.width, size.height);
  return mapSamples(Buffer.from(samples, byteOffset, length), size, colour);
}

function mapSamples(samples: Buffer, size: Size, colour: YuvColour | undefined): NativeFrame {
  const frame = describe(size);
  // Contrary to its documentation, fromBuffer does not copy: the frame refers to `samples` from here on.
  check(frame.fromBuffer(samples), 'use memory for a picture');
  const planes = createI420View(samples.buffer, size, colour, samples.byteOffset);
  natives.set(planes, frame);
  return {
    planes,
    frame,
    free() {
      natives.delete(planes);
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

/** FFmpeg's frames by the I420 frames that share their memory. */
const natives = new WeakMap<I420Frame, Frame>();

/** Finds FFmpeg's frame of the same memory; null when the frame has another origin or was freed. */
export function findNativeOf(planes: I420Frame): Frame | null {
  return natives.get(planes) ?? null;
}

/** Creates an I420 frame in FFmpeg's own memory; the caller frees it. */
export function createNativeFrame(size: Size): Frame {
  const frame = describe(size);
  check(frame.getBuffer(), 'get memory for a picture');
  return frame;
}

/** Copies a frame, cropped to the size of `to`, which must not be larger. */
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
  // Buffer's `copy` needs no view per row.
  const source = Buffer.from(from.buffer, from.byteOffset, from.length);
  for (let row = 0; row < height; row += 1) {
    source.copy(to, row * toStride, row * fromStride, row * fromStride + width);
  }
}
