const windowMs = 5;

/**
 * Lookahead limiter without clicks: the gain falls before a peak and recovers after it. The delay is `latency` samples.
 */
export class PeakLimiter {
  readonly latency: number;
  readonly #ceiling: number;
  readonly #window: number;
  /** Ring buffers over the window: samples, gains that they need, and minimum gains. */
  readonly #samples: Float32Array;
  readonly #wanted: Float64Array;
  readonly #min: Float64Array;
  /** Number of samples in the window above the ceiling; usually 0. */
  #loud = 0;
  #sum: number;
  #at = 0;

  constructor(sampleRateHz: number, ceiling: number) {
    this.#ceiling = ceiling;
    this.#window = Math.round((sampleRateHz * windowMs) / 1000);
    this.latency = this.#window - 1;
    this.#samples = new Float32Array(this.#window);
    this.#wanted = new Float64Array(this.#window).fill(1);
    this.#min = new Float64Array(this.#window).fill(1);
    this.#sum = this.#window;
  }

  /** Limits samples in place. */
  process(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const slot = this.#at % this.#window;
      const sample = samples[index];
      this.#samples[slot] = sample;
      const wanted = Math.min(1, this.#ceiling / Math.max(1e-9, Math.abs(sample)));
      this.#loud += (wanted < 1 ? 1 : 0) - (this.#wanted[slot] < 1 ? 1 : 0);
      this.#wanted[slot] = wanted;
      // The mean of the minimum gains never exceeds the gain that any sample of the window needs.
      const min = this.#loud === 0 ? 1 : this.#findLeast();
      this.#sum += min - this.#min[slot];
      this.#min[slot] = min;
      this.#at += 1;
      const gain = Math.min(1, this.#sum / this.#window);
      samples[index] = this.#samples[this.#at % this.#window] * gain;
    }
  }

  #findLeast(): number {
    let min = 1;
    for (const wanted of this.#wanted) {
      min = Math.min(min, wanted);
    }
    return min;
  }
}
