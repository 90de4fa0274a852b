import { DelayTap } from './delay-tap.ts';
import { RATE_RATIO } from './low-pass.ts';

/** 10 ms. */
const RAMP = 480;
/** 25 ms: blocks of both ends differ, and their clocks drift. */
const SLACK = 1200;
/** 30 ms: what waits at least for a reader with a clock of its own. Without it, every burst of it ran dry. */
const OTHER_CLOCK = 1440;

/** Dry voice beside the changed one: delayed by the latency of the changed one, and crossfaded. */
export class DryDelay {
  readonly #tap = new DelayTap(SLACK);
  readonly #least: number;
  #isOn = false;
  #weight = 0;

  /** @param clock `same`: as much is read as is written, at once. `other`: the reader has a clock of its own. */
  constructor(clock: 'same' | 'other') {
    this.#least = clock === 'same' ? 0 : OTHER_CLOCK;
  }

  /**
   * Turns the dry voice on or off, delayed by the latency of the changed voice: no word is lost or repeated at
   * a switch. `delaySamples` are at the voice rate.
   */
  turn(isOn: boolean, delaySamples: number): void {
    if (isOn && this.#weight === 0) {
      this.#tap.jump(Math.max(this.#least, delaySamples * RATE_RATIO));
    }
    this.#isOn = isOn;
  }

  /** Skips samples during which the listener's output stood still. */
  skip(samples: number): void {
    this.#tap.skip(samples);
  }

  push(sample: number): void {
    this.#tap.push(sample);
  }

  /** Crossfades a sample of the changed voice with the dry one. */
  blend(changed: number): number {
    const step = this.#isOn ? 1 / RAMP : -1 / RAMP;
    this.#weight = Math.min(1, Math.max(0, this.#weight + step));
    if (this.#weight === 0) {
      return changed;
    }
    return this.#weight * this.#tap.read() + (1 - this.#weight) * changed;
  }
}
