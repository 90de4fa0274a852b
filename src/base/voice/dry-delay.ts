import { RATE_RATIO } from './low-pass.ts';

/** 2.7 seconds at the rate of the devices; a power of two. */
const CAPACITY = 131_072;
const MASK = CAPACITY - 1;
/** 10 ms. */
const RAMP = 480;

/** The own voice beside the changed one: kept for as long as the changed one takes, and blended in and out. */
export class DryDelay {
  readonly #samples = new Float32Array(CAPACITY);
  #end = 0;
  #delay = 0;
  #isOn = false;
  #weight = 0;

  /**
   * Lets it out, so much later that it is heard when the changed voice would be: no word is lost or said
   * twice when it is switched.
   */
  turn(isOn: boolean, delaySamples: number): void {
    if (isOn && this.#weight === 0) {
      this.#delay = Math.min(CAPACITY - 1, Math.max(0, Math.round(delaySamples * RATE_RATIO)));
    }
    this.#isOn = isOn;
  }

  push(sample: number): void {
    this.#samples[this.#end & MASK] = sample;
    this.#end += 1;
  }

  /** What goes out in place of a sample of the changed voice. */
  blend(changed: number): number {
    const step = this.#isOn ? 1 / RAMP : -1 / RAMP;
    this.#weight = Math.min(1, Math.max(0, this.#weight + step));
    if (this.#weight === 0) {
      return changed;
    }
    const own = this.#samples[(this.#end - 1 - this.#delay) & MASK] ?? 0;
    return this.#weight * own + (1 - this.#weight) * changed;
  }
}
