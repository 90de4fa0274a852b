const windowMs = 5;

/**
 * Keeps samples below a ceiling without clicks: the gain goes down ahead of a peak and comes up after it.
 * What comes out is late by `latency` samples.
 */
export class PeakLimiter {
  readonly latency: number;
  readonly #ceiling: number;
  readonly #window: number;
  /** Samples, gains they ask for, and least gains of a window, each as a ring of the window. */
  readonly #samples: Float32Array;
  readonly #wanted: Float64Array;
  readonly #least: Float64Array;
  /** Samples of the window that are over the ceiling; mostly none. */
  #loud = 0;
  #sum: number;
  #at = 0;

  constructor(sampleRateHz: number, ceiling: number) {
    this.#ceiling = ceiling;
    this.#window = Math.round((sampleRateHz * windowMs) / 1000);
    this.latency = this.#window - 1;
    this.#samples = new Float32Array(this.#window);
    this.#wanted = new Float64Array(this.#window).fill(1);
    this.#least = new Float64Array(this.#window).fill(1);
    this.#sum = this.#window;
  }

  /** Limits in place. */
  process(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const slot = this.#at % this.#window;
      const sample = samples[index];
      this.#samples[slot] = sample;
      const wanted = Math.min(1, this.#ceiling / Math.max(1e-9, Math.abs(sample)));
      this.#loud += (wanted < 1 ? 1 : 0) - (this.#wanted[slot] < 1 ? 1 : 0);
      this.#wanted[slot] = wanted;
      // The mean of the least gains never exceeds what any sample of the window asks for.
      const least = this.#loud === 0 ? 1 : this.#findLeast();
      this.#sum += least - this.#least[slot];
      this.#least[slot] = least;
      this.#at += 1;
      const gain = Math.min(1, this.#sum / this.#window);
      samples[index] = this.#samples[this.#at % this.#window] * gain;
    }
  }

  #findLeast(): number {
    let least = 1;
    for (const wanted of this.#wanted) {
      least = Math.min(least, wanted);
    }
    return least;
  }
}
