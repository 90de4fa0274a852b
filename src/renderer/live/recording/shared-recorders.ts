import {
  openRecorder,
  type RecordedSound,
  type RecorderHost,
  type RecorderOptions,
} from './recording-host.ts';

/** Source of a recording. */
export interface CaptureSource extends Omit<RecorderOptions, 'onFailure'> {
  /** Keeps the recorded audio up to date until the returned function is called. */
  readonly syncSound: (sound: RecordedSound) => () => void;
}

/** The use of a recorder, which ends with `release`. */
export interface RecorderUse {
  readonly recorder: RecorderHost;
  /** The last one closes the recorder. Without effect when it was called before. */
  readonly release: () => void;
}

interface LeasedRecorder {
  readonly recorder: RecorderHost;
  readonly leaveSound: () => void;
  /** Called when no recording can continue, once for each lease. */
  readonly listeners: Set<(error: unknown) => void>;
}

/** Recording and replay of one track lease one recorder: the output is coded once. */
export class SharedRecorders {
  readonly #open = new Map<MediaStreamTrack, LeasedRecorder>();

  /** `onFailure` is called when no file can continue, as long as the use lasts. */
  lease(source: CaptureSource, onFailure: (error: unknown) => void): RecorderUse {
    const leased = this.#open.get(source.track) ?? this.#begin(source);
    // A separate closure, so that each use is counted.
    const listener = (error: unknown): void => onFailure(error);
    leased.listeners.add(listener);
    return {
      recorder: leased.recorder,
      release: () => {
        if (leased.listeners.delete(listener) && leased.listeners.size === 0) {
          this.#open.delete(source.track);
          leased.leaveSound();
          leased.recorder.close();
        }
      },
    };
  }

  #begin({ syncSound, ...source }: CaptureSource): LeasedRecorder {
    const listeners = new Set<(error: unknown) => void>();
    const onFailure = (error: unknown): void => {
      listeners.forEach((listener) => listener(error));
    };
    const recorder = openRecorder({ ...source, onFailure });
    const leased = { recorder, leaveSound: syncSound(recorder.sound), listeners };
    this.#open.set(source.track, leased);
    return leased;
  }
}
