import { AppError, fromWireError } from '../../../base/errors.ts';
import type { CaptureWriter } from '../captures/capture-writer.ts';
import { openSoundReader, openTrackReader } from '../canvas/track-streams.ts';
import type { FromRecording, ToRecording } from './recording-messages.ts';

/** Most frames that wait while the thread that records is busy. */
const maxWaitingFrames = 4;

/** Sound of a recording; it can change while it is recorded. */
export interface RecordedSound {
  /** Sets the recorded audio, or none; the caller keeps owning it. */
  readonly feed: (sound: MediaStream | null) => void;
  readonly open: (isOpen: boolean) => void;
  /** Sets the lag of the fed audio behind its video; may be negative. */
  readonly setLate: (lateMs: number) => void;
}

/** A file of the output that is being written. */
export interface RecordedFile {
  /** Resolves when everything was passed to its writer. */
  readonly close: () => Promise<void>;
  /** Position of the newest frame in the file, in milliseconds; null before its first. */
  readonly position: () => Promise<number | null>;
}

/** Encodes the output once, for any number of files. */
export interface RecorderHost {
  readonly sound: RecordedSound;
  /** Starts a file with the next frame; `onFailure` is called when it cannot continue. */
  readonly openFile: (writer: CaptureWriter, onFailure: (error: unknown) => void) => RecordedFile;
  /** Seconds that are held for {@link RecorderHost.saveReplay}; 0 for none. */
  readonly setReplay: (seconds: number) => void;
  /** Writes the replay buffer. Throws `not_found` when it is empty. */
  readonly saveReplay: (writer: CaptureWriter) => Promise<void>;
  /** Unfinished files stay unchanged. */
  readonly close: () => void;
}

/** Source of a recording: a video track of constant size. */
export interface RecorderOptions {
  readonly track: MediaStreamTrack;
  readonly fps: number;
  /** Called when no recording can continue. */
  readonly onFailure: (error: unknown) => void;
}

type Send = (message: ToRecording, handed?: Transferable[]) => void;

/** A file as this thread knows it. */
interface KnownFile {
  readonly writer: CaptureWriter;
  readonly closed: PromiseWithResolvers<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Starts the thread that encodes a track and the audio it is given. */
export function openRecorder({ track, fps, onFailure }: RecorderOptions): RecorderHost {
  const worker = new Worker(new URL('./recording-entry.ts', import.meta.url), { type: 'module' });
  const send: Send = (message, handed = []) => {
    worker.postMessage(message, handed);
  };
  const files = new HostFiles(send, onFailure);
  worker.addEventListener('message', ({ data }: MessageEvent<FromRecording>) =>
    files.receive(data),
  );
  worker.addEventListener('error', () =>
    files.fail(null, new AppError('internal_error', 'The thread that records ended.')),
  );
  // A copy, so that the end of the recording does not end what others see.
  const own = track.clone();
  const frames = openTrackReader(own, maxWaitingFrames);
  send({ type: 'begin', frames, fps }, [frames]);
  const fed = createFeed(send);
  return {
    sound: fed.sound,
    openFile: (writer, onFileFailure) => {
      const file = files.add(writer, onFileFailure);
      send({ type: 'open_file', file });
      return {
        close: async () => {
          send({ type: 'close_file', file });
          await files.waitFor(file);
        },
        position: () => files.askPosition(file),
      };
    },
    setReplay: (seconds) => send({ type: 'replay', seconds }),
    saveReplay: async (writer) => {
      const failures: unknown[] = [];
      const file = files.add(writer, (error) => failures.push(error));
      send({ type: 'save_replay', file });
      await files.waitFor(file);
      if (failures.length > 0) {
        throw failures[0];
      }
    },
    close: () => {
      worker.terminate();
      own.stop();
      fed.close();
      files.close();
    },
  };
}

/** The files of one thread, by the numbers that this side gives them. */
class HostFiles {
  readonly #send: Send;
  readonly #onFailure: (error: unknown) => void;
  readonly #files = new Map<number, KnownFile>();
  readonly #marks = new Map<number, (atMs: number | null) => void>();
  #lastNumber = 0;

  constructor(send: Send, onFailure: (error: unknown) => void) {
    this.#send = send;
    this.#onFailure = onFailure;
  }

  add(writer: CaptureWriter, onFailure: (error: unknown) => void): number {
    this.#lastNumber += 1;
    this.#files.set(this.#lastNumber, { writer, closed: Promise.withResolvers(), onFailure });
    return this.#lastNumber;
  }

  async waitFor(file: number): Promise<void> {
    await this.#files.get(file)?.closed.promise;
    this.#files.delete(file);
  }

  askPosition(file: number): Promise<number | null> {
    this.#lastNumber += 1;
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.#marks.set(this.#lastNumber, resolve);
    this.#send({ type: 'mark', file, mark: this.#lastNumber });
    return promise;
  }

  receive(message: FromRecording): void {
    switch (message.type) {
      case 'piece':
        void this.#pass(message.file, message.bytes);
        break;
      case 'closed':
        this.#files.get(message.file)?.closed.resolve();
        break;
      case 'marked':
        this.#marks.get(message.mark)?.(message.atMs);
        this.#marks.delete(message.mark);
        break;
      case 'failed':
        if (message.bug !== null) {
          reportError(new Error(`The thread that records failed: ${message.bug}`));
        }
        this.fail(message.file, fromWireError(message.error));
        break;
    }
  }

  /** Ends a file with an error; null ends all files. */
  fail(file: number | null, error: unknown): void {
    if (file === null) {
      this.#onFailure(error);
      this.close();
      return;
    }
    const known = this.#files.get(file);
    known?.onFailure(error);
    known?.closed.resolve();
  }

  close(): void {
    this.#files.forEach(({ closed }) => closed.resolve());
    this.#marks.forEach((resolve) => resolve(null));
  }

  async #pass(file: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.#files.get(file)?.writer.push(new Blob([bytes]));
    } catch (error) {
      this.fail(file, error);
    }
    this.#send({ type: 'written', file });
  }
}

function createFeed(send: Send): {
  readonly sound: RecordedSound;
  readonly close: () => void;
} {
  let track: MediaStreamTrack | null = null;
  return {
    sound: {
      feed: (sound) => {
        track?.stop();
        track = sound?.getAudioTracks()[0]?.clone() ?? null;
        const stream = track === null ? null : openSoundReader(track);
        send({ type: 'sound', stream }, stream === null ? [] : [stream]);
      },
      open: (isOpen) => send({ type: 'open', isOpen }),
      setLate: (lateMs) => send({ type: 'late', lateMs }),
    },
    close: () => track?.stop(),
  };
}
