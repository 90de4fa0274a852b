/** Runs tasks one after the other, in order. A failure affects only its own task. */
export class SerialQueue {
  #last: Promise<void> = Promise.resolve();

  /** Runs the work when everything before it has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Resolves when nothing runs or waits, including work that was added meanwhile. */
  async idle(): Promise<void> {
    for (let last: Promise<void> | null = null; last !== this.#last;) {
      last = this.#last;
      await last;
    }
  }
}
