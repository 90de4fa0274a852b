import type { MouthMeasures } from '../mouth/measures.ts';
import type { MonoSound } from '../speech/loudness.ts';

/** Hears what a mouth does, in place of the targets of visemes. Lips are closed after it all the same. */
export interface SoundToMouth {
  /**
   * The mouth of every time in milliseconds, ascending: against the mouth at rest, as an average person speaks. Throws
   * `processing_failed`, and the reason of `signal` as soon as it fires.
   */
  measure(
    sound: MonoSound,
    timesMs: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly MouthMeasures[]>;
}
