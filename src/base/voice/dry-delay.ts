import { DelayTap } from './delay-tap.ts';
import { RATE_RATIO } from './low-pass.ts';

/** 10 ms. */
const RAMP = 480;
/** 25 ms: blocks of both ends differ, and their clocks drift. */
const SLACK = 1200;

/** The own voice beside the changed one: kept for as long as the changed one takes, and blended in and out. */
export class DryDelay {
  readonly #tap = new DelayTap(SLACK);
  #isOn = false;
  #weight = 0;

  /**
   * Lets it out, so much later that it is heard when the changed voice would be: no word is lost or said
   * twice when it is switched.
   */
  turn(isOn: boolean, delaySamples: number): void {
    if (isOn && this.#weight === 0) {
      this.#tap.jump(delaySamples * RATE_RATIO);
    }
    this.#isOn = isOn;
  }

  /** Whoever hears this stood still for so many samples. */
  skip(samples: number): void {
    this.#tap.skip(samples);
  }

  push(sample: number): void {
    this.#tap.push(sample);
  }

  /** What goes out in place of a sample of the changed voice. */
  blend(changed: number): number {
    const step = this.#isOn ? 1 / RAMP : -1 / RAMP;
    this.#weight = Math.min(1, Math.max(0, this.#weight + step));
    if (this.#weight === 0) {
      return changed;
    }
    return this.#weight * this.#tap.read() + (1 - this.#weight) * changed;
  }
}
