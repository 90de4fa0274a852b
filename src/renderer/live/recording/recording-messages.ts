import type { WireError } from '../../../base/errors.ts';

/** What the page tells the thread that records. Streams are handed over; files have numbers that the page gives. */
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
  /** How much of what was is held for {@link FromRecording} `save_replay`; 0 for nothing. */
  | { readonly type: 'replay'; readonly seconds: number }
  /** Begins a file with the next frame. */
  | { readonly type: 'open_file'; readonly file: number }
  /** Completes it with all that came until now. */
  | { readonly type: 'close_file'; readonly file: number }
  /** Makes a file of what is held. */
  | { readonly type: 'save_replay'; readonly file: number }
  /** A piece of a file was written. */
  | { readonly type: 'written'; readonly file: number }
  /** Asks where in a file the newest picture lies. */
  | { readonly type: 'mark'; readonly file: number; readonly mark: number };

/** What the thread tells. */
export type FromRecording =
  /** The next bytes of a file. */
  | { readonly type: 'piece'; readonly file: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Nothing more comes for a file. */
  | { readonly type: 'closed'; readonly file: number }
  /** Null before the file has its first picture. */
  | { readonly type: 'marked'; readonly mark: number; readonly atMs: number | null }
  /** A file cannot go on; without a number none can. `bug` is the text of what was not foreseen, for the log. */
  | {
      readonly type: 'failed';
      readonly file: number | null;
      readonly error: WireError;
      readonly bug: string | null;
    };
