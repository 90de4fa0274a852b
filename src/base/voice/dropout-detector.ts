import { DEVICE_RATE_HZ } from './low-pass.ts';

/** Peak of a pause. */
const QUIET = 0.004;
/** Silence that lasts longer is one: a microphone that was muted. */
const LONGEST = DEVICE_RATE_HZ / 5;

/**
 * Distinguishes dropouts of a microphone from silence. Browsers fill a dropout with exact zeros, which no
 * microphone delivers in the middle of audio, and permanently queue the audio that arrives later.
 */
export class DropoutDetector {
  /** Total of late samples, which are buffered in front of the audio thread since then. */
  late = 0;
  #wasLoud = false;
  #length = 0;

  /** Returns whether these samples belong to a dropout and must not be used as audio. */
  isDropout(samples: Float32Array): boolean {
    const peak = toPeak(samples);
    if (peak > 0) {
      // Sound that fades in again belongs to a source that was silent.
      this.late += peak > QUIET && this.#length <= LONGEST ? this.#length : 0;
      this.#length = 0;
      this.#wasLoud = peak > QUIET;
      return false;
    }
    if (!this.#wasLoud) {
      return false;
    }
    this.#length += samples.length;
    return this.#length <= LONGEST;
  }
}

function toPeak(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
  }
  return peak;
}
