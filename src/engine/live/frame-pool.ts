import { AppError } from '../../base/errors.ts';
import type { I420Frame } from '../pixels/frame.ts';
import { createI420View, sizeOfI420 } from '../pixels/i420-view.ts';
import { createHeadArea, type HeadArea } from './head-area.ts';
import { createPeople, type People } from './scene/scene-matte.ts';

/** Frame in one shared buffer, with the results of the first inspection. */
export interface LiveFrame {
  readonly frame: I420Frame;
  /** Areas of possible heads; the first `suspectCount` are valid. */
  readonly suspects: readonly HeadArea[];
  suspectCount: number;
  /** Mask of people, valid when `hasPeople`. */
  readonly people: People;
  hasPeople: boolean;
}

/** Frames of one size for reuse. */
export interface FramePool {
  /** Returns true when a frame has the size and colours of the pool. */
  fits(frame: I420Frame): boolean;
  /** Returns a free frame and waits until there is one. Throws `cancelled` once the pool is closed. */
  acquire(): Promise<LiveFrame>;
  release(liveFrame: LiveFrame): void;
  /** Closes the pool and rejects all waiting callers. */
  close(): void;
}

/** Largest number of suspected heads in a frame. */
const MAX_SUSPECTS = 16;

/** Creates a pool of `count` frames like `frame`. */
export function createFramePool(frame: I420Frame, count: number): FramePool {
  const { width, height, colour } = frame;
  const free = Array.from({ length: count }, (): LiveFrame => ({
    frame: createI420View(
      new SharedArrayBuffer(sizeOfI420(width, height)),
      { width, height },
      colour,
    ),
    suspects: Array.from({ length: MAX_SUSPECTS }, createHeadArea),
    suspectCount: 0,
    people: createPeople(frame),
    hasPeople: false,
  }));
  const waiting: PromiseWithResolvers<LiveFrame>[] = [];
  let isClosed = false;
  return {
    fits: (other) => hasSameLayout(frame, other),
    async acquire() {
      if (isClosed) {
        throw closed();
      }
      const liveFrame = free.pop();
      if (liveFrame !== undefined) {
        return liveFrame;
      }
      const later = Promise.withResolvers<LiveFrame>();
      waiting.push(later);
      return later.promise;
    },
    release(liveFrame) {
      const next = waiting.shift();
      if (next === undefined) {
        free.push(liveFrame);
      } else {
        next.resolve(liveFrame);
      }
    },
    close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) {
        reject(closed());
      }
    },
  };
}

function closed(): AppError {
  return new AppError('cancelled', 'The live swap was closed.');
}

/** Returns true when two frames have the same size and colours. */
export function hasSameLayout(a: I420Frame, b: I420Frame): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.colour?.matrix === b.colour?.matrix &&
    a.colour?.isFullRange === b.colour?.isFullRange
  );
}

/** Copies a frame into another one of the same size. */
export function copyPlanes(from: I420Frame, to: I420Frame): void {
  const width = (from.width + 1) >> 1;
  const height = (from.height + 1) >> 1;
  copyRows(from.y, to.y, from.strideY, to.strideY, from);
  copyRows(from.u, to.u, from.strideU, to.strideU, { width, height });
  copyRows(from.v, to.v, from.strideV, to.strideV, { width, height });
}

function copyRows(
  from: Uint8Array,
  to: Uint8Array,
  fromStride: number,
  toStride: number,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  if (fromStride === width && toStride === width) {
    to.set(from.length === width * height ? from : from.subarray(0, width * height));
    return;
  }
  for (let row = 0; row < height; row += 1) {
    const at = row * fromStride;
    to.set(from.subarray(at, at + width), row * toStride);
  }
}
