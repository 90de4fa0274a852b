/**
 * Schedules frames for a device of a fixed rate. Time is divided into slots of one frame, on an absolute
 * schedule; every slot emits one frame: the newest as soon as it arrives, else, at its end, the last one again.
 * The schedule drifts slowly so that frames arrive in the middle of slots, and jitter does not move any into
 * the next. After a burst, the slot of a delayed frame emits a second one: otherwise every later frame would be
 * delayed too, until one is missing.
 */
export class OutputClock {
  readonly #slotMs: number;
  /** Start of the current slot. */
  #slotAtMs: number;
  #isUsed = false;
  /** True when the frame of the current slot arrived too late for the slot before. */
  #isLate = false;
  /** Running mean of the arrival interval. */
  #intervalMs: number;
  #arrivedAtMs = Number.NEGATIVE_INFINITY;

  /** `rate` in frames per second. */
  constructor(rate: number, nowMs: number) {
    this.#slotMs = 1000 / rate;
    this.#intervalMs = this.#slotMs;
    this.#slotAtMs = nowMs;
  }

  /** Time until {@link tick} has to be called, in milliseconds. */
  untilNext(nowMs: number): number {
    return Math.max(0, this.#slotAtMs + this.#slotMs - nowMs);
  }

  /** A new frame is there: whether it leaves now. If not, it waits for the next slot. */
  arrive(nowMs: number): boolean {
    const intervalMs = nowMs - this.#arrivedAtMs;
    this.#arrivedAtMs = nowMs;
    this.#intervalMs +=
      intervalMs > BREAK_MS
        ? this.#slotMs - this.#intervalMs
        : (intervalMs - this.#intervalMs) * SMOOTHING;
    // Frames of another rate have no phase that could be followed.
    if (Math.abs(intervalMs / this.#slotMs - 1) < SAME_RATE) {
      const phase = (nowMs - this.#slotAtMs) / this.#slotMs - 0.5;
      this.#slotAtMs += phase * FOLLOW * this.#slotMs;
    }
    const wasUsed = this.#isUsed;
    if (this.#advance(nowMs) && !wasUsed) {
      return true; // The frame belongs to the slot that has just ended without one.
    }
    const isBehind = this.#isLate && this.#intervalMs > MIN_INTERVAL * this.#slotMs;
    if (this.#isUsed && !isBehind) {
      return false;
    }
    this.#isUsed = true;
    this.#isLate = false;
    return true;
  }

  /**
   * Ends a slot when it is over, and returns whether a frame is output now. `isWaiting`: a frame was too late for the
   * previous slot and belongs to the new one; otherwise the last frame is repeated when the previous slot had none.
   */
  tick(nowMs: number, isWaiting: boolean): boolean {
    const wasUsed = this.#isUsed;
    if (!this.#advance(nowMs)) {
      return false;
    }
    this.#isUsed = isWaiting;
    this.#isLate = isWaiting;
    return isWaiting || !wasUsed;
  }

  /** Advances to the current slot; slots missed by a busy machine are skipped. */
  #advance(nowMs: number): boolean {
    const slots = Math.floor((nowMs - this.#slotAtMs) / this.#slotMs + ROUNDING);
    if (slots <= 0) {
      return false;
    }
    this.#slotAtMs += slots * this.#slotMs;
    this.#isUsed = false;
    this.#isLate = false;
    return true;
  }
}

/** Fraction of the difference corrected with each frame: two seconds for most of it. */
const FOLLOW = 0.02;

/** Difference of an interval from a slot, as a fraction, up to which frames count as of the output's own rate. */
const SAME_RATE = 0.1;

/** Part of the running mean that a new interval is: of about a second. */
const SMOOTHING = 1 / 32;

/** Mean interval, in slots, from which on frames do not come more often than slots. */
const MIN_INTERVAL = 0.97;

/** Gap without frames after which the mean is reset, in milliseconds. */
const BREAK_MS = 1000;

/** Sums of times are not exact. */
const ROUNDING = 1e-6;
