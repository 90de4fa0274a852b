/** Memory in hops of voiced sound: 2 s. */
const memory = 400;
/** Number of hops from which the measured gain is used. */
const few = 40;
/** Limits of the gain, and its smoothing per hop: 0.1 s to settle. */
const min = 0.7;
const max = 1.6;
const pace = 0.05;

/**
 * Keeps the power of voiced sounds: grains that overlap at a higher pitch lose up to 2 dB, so that noise in pauses and
 * consonants would come forward by as much. Allocates nothing.
 */
export class VoicedLevel {
  /** Factor on the level of voiced grains. */
  gain = 1;
  readonly #hop: number;
  #before = 0;
  #after = 0;
  #beforePower = 0;
  #afterPower = 0;
  #count = 0;
  #measured = 0;

  /** `hop` is the interval between measurements in samples. */
  constructor(hop: number) {
    this.#hop = hop;
  }

  /** Adds a sample as it was and as it became; `isVoiced` counts at the end of a hop. */
  add(before: number, after: number, isVoiced: boolean): void {
    this.#before += before * before;
    this.#after += after * after;
    this.#count += 1;
    if (this.#count === this.#hop) {
      if (isVoiced) {
        this.#compare();
      }
      this.#before = 0;
      this.#after = 0;
      this.#count = 0;
    }
  }

  #compare(): void {
    this.#measured += 1;
    const weight = 1 / Math.min(memory, this.#measured);
    this.#beforePower += weight * (this.#before - this.#beforePower);
    this.#afterPower += weight * (this.#after / this.gain ** 2 - this.#afterPower);
    const ratio = Math.sqrt(this.#beforePower / (this.#afterPower + 1e-9));
    const wanted = this.#measured < few ? 1 : Math.max(min, Math.min(max, ratio));
    this.gain += pace * (wanted - this.gain);
  }
}
