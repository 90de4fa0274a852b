/** Facts come some twenty times a second; the least late of a second is what did not only jitter. */
const WINDOW = 20;
/** So much later than before the audio thread has lost time, which then waits in front of it. */
const LOST_MS = 12;
/** Peak of a pause, in which nobody hears a seam. */
const QUIET = 0.004;
/** So many facts are waited for a pause. */
const PATIENCE = 100;
/** So many facts at least are between two seams: what is late all the time is not made up for all the time. */
const REST = 400;

/**
 * Tells when sound waits in front of the audio thread for good. The browser keeps up to 100 ms of a microphone for
 * an audio thread that is late, or for sound that came late itself, as when other programs take all processors, and
 * never makes up for it: whoever was late once stays late until the path from the microphone is opened anew.
 */
export class StallWatch {
  #usual: number | null = null;
  #least = Number.POSITIVE_INFINITY;
  #count = 0;
  #waiting: number | null = null;
  #resting = 0;

  /**
   * Takes how late the audio thread is against the clock, by any fixed difference, and what the microphone's
   * peak was. True when the path is to be opened anew, now.
   */
  push(lateMs: number, peak: number): boolean {
    this.#least = Math.min(this.#least, lateMs);
    this.#count += 1;
    this.#resting -= 1;
    if (this.#count === WINDOW) {
      this.#usual ??= this.#least;
      if (this.#least > this.#usual + LOST_MS) {
        this.#waiting ??= PATIENCE;
      }
      this.#usual = Math.min(this.#usual, this.#least);
      this.#least = Number.POSITIVE_INFINITY;
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
    this.#least = Number.POSITIVE_INFINITY;
    this.#count = 0;
    return true;
  }
}
