/** Levels are compared in steps of 5 ms at the rate of voices. */
const step = 80;
/** Power of a pause, -50 dB. */
const pause = 1e-5;
/** Steps with sound: before so many nothing is known, and what is older than 2 s fades. */
const few = 40;
const memory = 400;
/** Gain never leaves this, and takes half a second to get anywhere. */
const least = 0.5;
const most = 2.2;
const pace = 0.01;
/** A power of two, longer than any latency. */
const ownLength = 2048;

/**
 * Keeps a changed voice as loud as what was said: a voice whose pitch is moved away from its resonances loses up to
 * 6 dB. Slow, so that loud and soft words stay what they are. Allocates nothing.
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

  /** By so many samples what is changed lies behind what was said. */
  constructor(latency: number) {
    this.#latency = latency;
  }

  /** Takes what is said now and what comes out changed; gives that at its level. */
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
    const wanted = this.#measured < few ? 1 : Math.min(most, Math.max(least, ratio));
    this.#slope = (pace * (wanted - this.#gain)) / step;
  }
}
