import type { WireError } from '../../../base/errors.ts';

/** What the page tells the thread that records. Streams are handed over. */
export type ToRecording =
  | {
      readonly type: 'begin';
      readonly pictures: ReadableStream<VideoFrame>;
      readonly fps: number;
    }
  /** Sound from now on; null for silence. */
  | { readonly type: 'sound'; readonly stream: ReadableStream<AudioData> | null }
  | { readonly type: 'open'; readonly isOpen: boolean }
  /** By how much sound that comes now is later than the picture that comes now; negative when it is earlier. */
  | { readonly type: 'late'; readonly lateMs: number }
  | { readonly type: 'end' };

/** What the thread tells. */
export type FromRecording =
  /** The next bytes of the file. */
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly error: WireError };
