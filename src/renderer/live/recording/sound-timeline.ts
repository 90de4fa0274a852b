/** Sample rate of recorded audio. */
export const SOUND_RATE_HZ = 48_000;

/** A smaller deviation is treated as on time: it is inaudible. */
const TOLERANCE = 0.02 * SOUND_RATE_HZ;
/** 5 ms, so that neither a gap nor a gate is audible as a click. */
const FADE = 240;

/**
 * Joins audio chunks into one continuous track: gaps become silence, overlaps are dropped. Positions are
 * samples from the start of the recording.
 */
export class SoundTimeline {
  readonly #emit: (samples: Float32Array<ArrayBuffer>, position: number) => void;
  #next = 0;
  #isOpen = true;
  #gain = 0;

  /** `emit` is given memory of its own. */
  constructor(emit: (samples: Float32Array<ArrayBuffer>, position: number) => void) {
    this.#emit = emit;
  }

  /** Sets whether audio is enabled; samples become silence otherwise. */
  open(isOpen: boolean): void {
    this.#isOpen = isOpen;
  }

  /** End of the audio or silence so far. */
  get endMs(): number {
    return (this.#next * 1000) / SOUND_RATE_HZ;
  }

  /**
   * Adds audio whose first sample belongs at `atMs`. Samples before the start are dropped. Returns true when
   * the deviation required inserting silence or dropping audio.
   */
  put(samples: Float32Array, atMs: number): boolean {
    const position = Math.round((atMs * SOUND_RATE_HZ) / 1000);
    const ahead = position - this.#next;
    if (ahead > TOLERANCE) {
      this.#silence(ahead);
    }
    const skipped = ahead < -TOLERANCE ? Math.min(samples.length, -ahead) : 0;
    if (skipped > 0) {
      this.#gain = 0;
    }
    if (skipped < samples.length) {
      this.#write(samples.slice(skipped));
    }
    return ahead > TOLERANCE || skipped > 0;
  }

  /** Fills the time without input with silence. */
  fill(untilMs: number): void {
    const missing = Math.round((untilMs * SOUND_RATE_HZ) / 1000) - this.#next;
    if (missing > TOLERANCE) {
      this.#silence(missing);
    }
  }

  #silence(length: number): void {
    this.#gain = 0;
    // A pause of hours is still written in pieces that fit into memory.
    for (let left = length; left > 0; left -= SOUND_RATE_HZ) {
      const piece = new Float32Array(Math.min(left, SOUND_RATE_HZ));
      this.#emit(piece, this.#next);
      this.#next += piece.length;
    }
  }

  #write(samples: Float32Array<ArrayBuffer>): void {
    const step = (this.#isOpen ? 1 : -1) / FADE;
    for (let at = 0; at < samples.length; at += 1) {
      this.#gain = Math.min(1, Math.max(0, this.#gain + step));
      samples[at] = (samples[at] ?? 0) * this.#gain;
    }
    this.#emit(samples, this.#next);
    this.#next += samples.length;
  }
}
