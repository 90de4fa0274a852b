import type { WireError } from '../../../base/errors.ts';

/** Messages of the page to the recording thread. Streams are transferred; files are numbered by the page. */
export type ToRecording =
  | {
      readonly type: 'begin';
      readonly frames: ReadableStream<VideoFrame>;
      readonly fps: number;
    }
  /** Sound from now on; null for silence. */
  | { readonly type: 'sound'; readonly stream: ReadableStream<AudioData> | null }
  | { readonly type: 'open'; readonly isOpen: boolean }
  /** Sets the lag of the current audio behind the current video; negative when it is ahead. */
  | { readonly type: 'late'; readonly lateMs: number }
  /** Sets the replay length for `save_replay`; 0 for none. */
  | { readonly type: 'replay'; readonly seconds: number }
  /** Begins a file with the next frame. */
  | { readonly type: 'open_file'; readonly file: number }
  /** Completes the file with all data until now. */
  | { readonly type: 'close_file'; readonly file: number }
  /** Saves the replay buffer as a file. */
  | { readonly type: 'save_replay'; readonly file: number }
  /** A piece of a file was written. */
  | { readonly type: 'written'; readonly file: number }
  /** Requests the position of the newest frame in a file. */
  | { readonly type: 'mark'; readonly file: number; readonly mark: number };

/** Messages of the recording thread. */
export type FromRecording =
  /** The next bytes of a file. */
  | { readonly type: 'piece'; readonly file: number; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A file is complete. */
  | { readonly type: 'closed'; readonly file: number }
  /** Null before the file has its first frame. */
  | { readonly type: 'marked'; readonly mark: number; readonly atMs: number | null }
  /**
   * A file cannot continue; without a number none can. `bug` is the text of an unexpected error, for the log.
   */
  | {
      readonly type: 'failed';
      readonly file: number | null;
      readonly error: WireError;
      readonly bug: string | null;
    };
