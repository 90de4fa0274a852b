/** Facts come some twenty times a second; the least late of a second is what did not only jitter. */
const WINDOW = 20;
/**
 * Increase of the lag from which the audio thread counts as having lost time, which is then buffered in front
 * of it.
 */
const LOST_MS = 12;
/** Peak of a pause, in which a splice is inaudible. */
const QUIET = 0.004;
/** Longest wait for a pause, in statistics. */
const PATIENCE = 100;
/**
 * Minimum number of statistics between two reopenings, so that a permanent lag does not cause permanent ones.
 */
const REST = 400;

/**
 * Detects audio that is permanently buffered in front of the audio thread. The browser keeps up to 100 ms of a
 * microphone for a late audio thread, or for audio that was itself late, for example when other programs use
 * all CPUs, and never catches up: the lag stays until the path from the microphone is reopened.
 */
export class StallWatch {
  #usual: number | null = null;
  #min = Number.POSITIVE_INFINITY;
  #count = 0;
  #waiting: number | null = null;
  #resting = 0;

  /**
   * Processes the lag of the audio thread against the clock, up to a constant, and the microphone's peak.
   * Returns true when the path has to be reopened now.
   */
  push(lateMs: number, peak: number): boolean {
    this.#min = Math.min(this.#min, lateMs);
    this.#count += 1;
    this.#resting -= 1;
    if (this.#count === WINDOW) {
      this.#usual ??= this.#min;
      if (this.#min > this.#usual + LOST_MS) {
        this.#waiting ??= PATIENCE;
      }
      this.#usual = Math.min(this.#usual, this.#min);
      this.#min = Number.POSITIVE_INFINITY;
      this.#count = 0;
    }
    if (this.#waiting === null) {
      return false;
    }
    this.#waiting -= 1;
    if (this.#resting > 0 || (peak > QUIET && this.#waiting > 0)) {
      return false;
    }
    this.#resting = REST;
    this.#usual = null;
    this.#waiting = null;
    this.#min = Number.POSITIVE_INFINITY;
    this.#count = 0;
    return true;
  }
}
