/** Interval between level measurements: 5 ms at `VOICE_RATE_HZ`. */
const step = 80;
/** Power below which a step is a pause: -50 dB. */
const pause = 1e-5;
/** Minimum number of measured steps with sound; number of steps (2 s) over which older ones fade. */
const few = 40;
const memory = 400;
/** Limits of the gain, and its smoothing per step: half a second to settle. */
const min = 0.5;
const max = 2.2;
const pace = 0.01;
/** A power of two above any latency. */
const ownLength = 2048;

/**
 * Matches the level of a changed voice to the original: a voice whose pitch moves away from its resonances loses up to
 * 6 dB. Slow, so that loud and soft words keep their levels. Allocates nothing.
 */
export class AutoGain {
  readonly #latency: number;
  readonly #own = new Float32Array(ownLength);
  #count = 0;
  #ownSum = 0;
  #changedSum = 0;
  #ownPower = 0;
  #changedPower = 0;
  #measured = 0;
  #gain = 1;
  #slope = 0;

  /** `latency` is the delay of the changed samples in samples. */
  constructor(latency: number) {
    this.#latency = latency;
  }

  /** Processes one original and one changed sample; returns the changed one with gain. */
  step(original: number, changed: number): number {
    this.#own[this.#count & (ownLength - 1)] = original;
    const own = this.#own[(this.#count - this.#latency) & (ownLength - 1)]!;
    this.#count += 1;
    this.#ownSum += own * own;
    this.#changedSum += changed * changed;
    if (this.#count % step === 0) {
      this.#compare();
    }
    this.#gain += this.#slope;
    return changed * this.#gain;
  }

  #compare(): void {
    const [own, changed] = [this.#ownSum / step, this.#changedSum / step];
    this.#ownSum = 0;
    this.#changedSum = 0;
    if (own > pause) {
      this.#measured += 1;
      const weight = 1 / Math.min(memory, this.#measured);
      this.#ownPower += weight * (own - this.#ownPower);
      this.#changedPower += weight * (changed - this.#changedPower);
    }
    const ratio = Math.sqrt(this.#ownPower / (this.#changedPower + 1e-9));
    const wanted = this.#measured < few ? 1 : Math.min(max, Math.max(min, ratio));
    this.#slope = (pace * (wanted - this.#gain)) / step;
  }
}
