import { DEVICE_SAMPLES_PER_MS } from '../../base/voice/low-pass.ts';
import { DelayTap } from '../../base/voice/delay-tap.ts';

/** 10 ms. */
const RAMP = 480;

/** One output of the changed voice: with its own delay, mute and meter. */
export class OutputBus {
  readonly #tap: DelayTap;
  readonly #base: number;
  #weight = 0;
  #isMuted = false;
  #peak = 0;

  /**
   * @param clock `same`: as much is read as is written, at once. `other`: the reader has a clock of its own, for which a
   * little waits.
   */
  constructor(clock: 'same' | 'other') {
    // The last written sample is one sample behind the next written one.
    this.#base = clock === 'same' ? 1 : 30 * DEVICE_SAMPLES_PER_MS;
    this.#tap = new DelayTap(clock === 'same' ? 0 : 25 * DEVICE_SAMPLES_PER_MS);
    this.#tap.jump(this.#base);
  }

  /** The loudest sample since the last time, 0..1. */
  drainPeak(): number {
    const peak = this.#peak;
    this.#peak = 0;
    return peak;
  }

  change({ isMuted, delayMs }: { readonly isMuted: boolean; readonly delayMs: number }): void {
    this.#isMuted = isMuted;
    this.#tap.setDelay(this.#base + delayMs * DEVICE_SAMPLES_PER_MS);
  }

  push(sample: number): void {
    this.#tap.push(sample);
  }

  read(): number {
    const step = this.#isMuted ? -1 / RAMP : 1 / RAMP;
    this.#weight = Math.min(1, Math.max(0, this.#weight + step));
    const sample = this.#weight * this.#tap.read();
    this.#peak = Math.max(this.#peak, Math.abs(sample));
    return sample;
  }
}
