/**
 * When frames leave for a device of a fixed rate. Time is cut into slots of a frame each, on an absolute schedule; every
 * slot gives one frame: the newest one as soon as it comes, else, at its end, the last one again. The schedule drifts
 * slowly to where frames arrive in the middle of slots, so that jitter moves none into the next.
 */
export class OutputClock {
  readonly #slotMs: number;
  /** When the running slot began. */
  #slotAtMs: number;
  #isUsed = false;
  #arrivedAtMs = Number.NEGATIVE_INFINITY;

  /** `rate` in frames per second. */
  constructor(rate: number, nowMs: number) {
    this.#slotMs = 1000 / rate;
    this.#slotAtMs = nowMs;
  }

  /** How long until {@link tick} has to be called, in milliseconds. */
  untilNext(nowMs: number): number {
    return Math.max(0, this.#slotAtMs + this.#slotMs - nowMs);
  }

  /** A new frame is there: whether it leaves now. If not, it waits for the next slot. */
  arrive(nowMs: number): boolean {
    const intervalMs = nowMs - this.#arrivedAtMs;
    this.#arrivedAtMs = nowMs;
    // Frames of another rate have no phase that could be followed.
    if (Math.abs(intervalMs / this.#slotMs - 1) < SAME_RATE) {
      const phase = (nowMs - this.#slotAtMs) / this.#slotMs - 0.5;
      this.#slotAtMs += phase * FOLLOW * this.#slotMs;
    }
    const wasUsed = this.#isUsed;
    if (this.#advance(nowMs) && !wasUsed) {
      return true; // It is the one of the slot that has just ended without any.
    }
    if (this.#isUsed) {
      return false;
    }
    this.#isUsed = true;
    return true;
  }

  /**
   * A slot may have ended: whether something leaves now. `isWaiting`: a frame came too late for the slot before, and
   * is the one of the new slot; else the last one leaves again where the slot before gave none.
   */
  tick(nowMs: number, isWaiting: boolean): boolean {
    const wasUsed = this.#isUsed;
    if (!this.#advance(nowMs)) {
      return false;
    }
    this.#isUsed = isWaiting;
    return isWaiting || !wasUsed;
  }

  /** Goes on to the slot of now; slots that a busy machine missed are left out. */
  #advance(nowMs: number): boolean {
    const slots = Math.floor((nowMs - this.#slotAtMs) / this.#slotMs + ROUNDING);
    if (slots <= 0) {
      return false;
    }
    this.#slotAtMs += slots * this.#slotMs;
    this.#isUsed = false;
    return true;
  }
}

/** Part of the difference that the schedule follows with each frame: two seconds for most of it. */
const FOLLOW = 0.02;

/** Difference of an interval from a slot, as a fraction, up to which frames count as of the output's own rate. */
const SAME_RATE = 0.1;

/** Sums of times are not exact. */
const ROUNDING = 1e-6;
