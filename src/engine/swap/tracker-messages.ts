import type { WireError } from '../../base/errors.ts';
import type { YuvColour } from '../pixels/frame.ts';
import type { TrackerOptions } from '../track/face-tracker.ts';

/** What the thread is started with. */
export interface TrackerStart {
  /** Folder of the built models. */
  readonly modelFolder: string;
  readonly options: TrackerOptions;
  /** Most faces per frame. */
  readonly maxFaces: number;
  /** Whether a frame waits for those after it, which spares work; without, it is answered at once. */
  readonly hasLookahead: boolean;
  /** One number: 1 when nothing that is still asked for is wanted any more. */
  readonly stop: Int32Array<SharedArrayBuffer>;
}

/** Memory of a picture and of its faces, told once; later messages name it by its number. */
export interface TrackerFrame {
  readonly kind: 'picture';
  readonly picture: number;
  readonly samples: SharedArrayBuffer;
  /** Where its planes begin, in bytes. */
  readonly byteOffset: number;
  readonly faces: SharedArrayBuffer;
  readonly width: number;
  readonly height: number;
  readonly colour: YuvColour | undefined;
}

/** A frame in a picture that was told. */
export interface SentFrame {
  readonly picture: number;
  readonly timestampUs: number;
}

/** To the thread, beside what its meter is asked. */
export type TrackerCall =
  | TrackerFrame
  | { readonly kind: 'track'; readonly frames: readonly SentFrame[] }
  /** No frame comes after the last one. */
  | { readonly kind: 'flush' }
  /** The next frame belongs to another stream. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'close' };

/** From the thread. Frames are answered in the order they came. */
export type TrackerAnswer =
  | { readonly kind: 'ready' }
  /** So many more frames. */
  | { readonly kind: 'tracked'; readonly count: number; readonly busyMs: number }
  | { readonly kind: 'failed'; readonly error: WireError };
