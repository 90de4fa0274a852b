interface Waiting {
  start(lane: number): void;
}

/**
 * Runs tasks on a fixed number of lanes, one at a time on each. The owner with the fewest running tasks comes
 * next, round robin among equals, so that many tasks of one owner do not delay those of others.
 */
export class FairQueue {
  readonly #perOwner: number;
  readonly #freeLanes: number[];
  readonly #running = new Map<string, number>();
  /** Ordered by the owners' turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  /** `perOwner`: most lanes that tasks of one owner occupy at one time. */
  constructor(lanes: number, perOwner: number = lanes) {
    this.#perOwner = perOwner;
    this.#freeLanes = Array.from({ length: lanes }, (_, lane) => lane);
  }

  /** Runs a task when its turn comes, with the number of its lane (from 0). */
  async run<T>(owner: string, task: (lane: number) => Promise<T>): Promise<T> {
    const lane = await new Promise<number>((start) => {
      const waiting = this.#waiting.get(owner) ?? [];
      waiting.push({ start });
      this.#waiting.set(owner, waiting);
      this.#startNext();
    });
    try {
      return await task(lane);
    } finally {
      this.#freeLanes.push(lane);
      const left = this.#countOf(owner) - 1;
      if (left === 0) {
        this.#running.delete(owner);
      } else {
        this.#running.set(owner, left);
      }
      this.#startNext();
    }
  }

  #startNext(): void {
    const owner = this.#findNextOwner();
    const lane = owner === null ? undefined : this.#freeLanes.pop();
    if (owner === null || lane === undefined) {
      return;
    }
    const [next, ...later] = this.#waiting.get(owner) ?? [];
    this.#waiting.delete(owner);
    if (later.length > 0) {
      this.#waiting.set(owner, later);
    }
    this.#running.set(owner, this.#countOf(owner) + 1);
    next?.start(lane);
  }

  #findNextOwner(): string | null {
    let found: string | null = null;
    for (const owner of this.#waiting.keys()) {
      const count = this.#countOf(owner);
      if (count < this.#perOwner && (found === null || count < this.#countOf(found))) {
        found = owner;
      }
    }
    return found;
  }

  #countOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}
