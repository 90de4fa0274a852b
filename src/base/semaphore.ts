/** Limits concurrency; further work waits in FIFO order. */
export class Semaphore {
  readonly #max: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** At most `max` at once. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Runs the work when a slot is free. A failure affects only its own work. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) {
      // A finished task hands over its slot directly, so that no newcomer can take it first.
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
