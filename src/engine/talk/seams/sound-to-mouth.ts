import type { MouthMeasures } from '../mouth/measures.ts';
import type { MonoSound } from '../speech/loudness.ts';

/** Predicts mouths from audio, instead of the targets of visemes. Closures are still applied afterwards. */
export interface SoundToMouth {
  /**
   * Predicts the mouth at ascending times in milliseconds, against rest, for an average person. Throws
   * `processing_failed`, and the reason of `signal` as soon as it fires.
   */
  measure(
    sound: MonoSound,
    timesMs: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly MouthMeasures[]>;
}
