import type { WireError } from '../../base/errors.ts';
import type { YuvColour } from '../pixels/frame.ts';
import type { TrackerOptions } from '../track/face-tracker.ts';

/** Start data of the thread. */
export interface TrackerStart {
  /** Folder of the built models. */
  readonly modelFolder: string;
  readonly options: TrackerOptions;
  /** Maximum faces per frame. */
  readonly maxFaces: number;
  /** True when frames wait for later ones, which saves work; otherwise they are answered at once. */
  readonly hasLookahead: boolean;
  /** One number: 1 when all pending requests are cancelled. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** Memory of a frame and of its faces, posted once; later messages refer to it by number. */
export interface TrackerFrame {
  readonly kind: 'buffer';
  readonly buffer: number;
  readonly samples: SharedArrayBuffer;
  /** Byte offset of its planes. */
  readonly byteOffset: number;
  readonly faces: SharedArrayBuffer;
  readonly width: number;
  readonly height: number;
  readonly colour: YuvColour | undefined;
}

/** Frame in memory that was posted before. */
export interface SentFrame {
  readonly buffer: number;
  readonly timestampUs: number;
}

/** Messages to the thread, in addition to calls of its meter. */
export type TrackerCall =
  | TrackerFrame
  | { readonly kind: 'track'; readonly frames: readonly SentFrame[] }
  /** Tracks the waiting frames without later ones. */
  | { readonly kind: 'flush' }
  /** The next frame belongs to another stream. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'close' };

/** Messages from the thread. Frames are answered in order. */
export type TrackerAnswer =
  | { readonly kind: 'ready' }
  /** Number of frames since the last answer. */
  | { readonly kind: 'tracked'; readonly count: number; readonly busyMs: number }
  | { readonly kind: 'failed'; readonly error: WireError };
