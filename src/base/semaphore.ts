/** Runs so much work at once and no more; what comes beyond waits, in the order it came. */
export class Semaphore {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** At most `most` at once. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Runs the work when there is room. A failure is that of its own work and stops nothing. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      // Whoever ends hands its place on, so that nobody who comes between takes it.
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#running -= 1;
      } else {
        next();
      }
    }
  }
}
