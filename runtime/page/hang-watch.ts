/** Interval of the pings to a page, in milliseconds. */
export const pingIntervalMs = 5_000;

/** A page that has not answered for this long hangs, in milliseconds. */
export const hangAfterMs = 15_000;

/** Reports when a page stops responding and when it responds again. */
export class HangWatch {
  readonly #ping: () => Promise<unknown>;
  readonly #onChange: (isHung: boolean) => void;
  readonly #timer: NodeJS.Timeout;
  /** Time of the unanswered ping, or null. */
  #requestedAtMs: number | null = null;
  #isHung = false;
  #isPaused = false;

  /** `ping` resolves or rejects as soon as the page does anything. */
  constructor(ping: () => Promise<unknown>, onChange: (isHung: boolean) => void) {
    this.#ping = ping;
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#check(), pingIntervalMs);
    this.#timer.unref();
  }

  /** Pauses while a dialog of the page is open, during which it legitimately does not answer. */
  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    this.#requestedAtMs = null;
  }

  /** Stops asking. */
  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    if (this.#isPaused) {
      return;
    }
    if (this.#requestedAtMs === null) {
      this.#ask();
    } else if (!this.#isHung && performance.now() - this.#requestedAtMs >= hangAfterMs) {
      this.#isHung = true;
      this.#onChange(true);
    }
  }

  #ask(): void {
    const requestedAtMs = performance.now();
    this.#requestedAtMs = requestedAtMs;
    const onAnswer = (): void => {
      // An answer to an older question says nothing about this one.
      if (this.#requestedAtMs !== requestedAtMs) {
        return;
      }
      this.#requestedAtMs = null;
      if (this.#isHung) {
        this.#isHung = false;
        this.#onChange(false);
      }
    };
    this.#ping().then(onAnswer, onAnswer);
  }
}
