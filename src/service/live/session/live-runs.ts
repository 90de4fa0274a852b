/** A live session that runs in this process. */
export interface RunningSession {
  /** Ends it and what belongs to it; settles when its money is settled. Never rejects. */
  end(reason: 'canceled' | 'service_stopping'): Promise<void>;
  /** Pictures that it sends a second; null or absent while it sends none. */
  readonly framesPerSecond?: number | null;
}

/** A session that was joined, and when it was seen or taken last. */
interface ClaimedSession {
  readonly id: string;
  readonly seenAtMs: number | null;
}

/** The live sessions that run in this process, by id. */
export interface LiveRuns {
  /** The returned function takes it out. */
  add(id: string, run: RunningSession): () => void;
  has(id: string): boolean;
  /** Number of running sessions. */
  readonly count: number;
  /** Pictures a second of each that sends some. */
  listRates(): readonly number[];
  /**
   * Claimed sessions without a run in this process at this check and the one before: the run ended without releasing them.
   * Two checks, because a session that was just joined, or taken again, has no run yet either.
   */
  findAbandoned(claimed: readonly ClaimedSession[]): ReadonlySet<string>;
  /** Settles when none runs. */
  whenNone(): Promise<void>;
  /** No effect for a session that does not run here. */
  end(id: string, reason: 'canceled'): Promise<void>;
}

/** Creates an empty list of runs. */
export function createLiveRuns(): LiveRuns {
  const runs = new Map<string, RunningSession>();
  const awaiting: (() => void)[] = [];
  let missed: ReadonlyMap<string, number | null> = new Map();
  return {
    add(id, run) {
      runs.set(id, run);
      return () => {
        if (runs.get(id) === run) {
          runs.delete(id);
        }
        if (runs.size === 0) {
          awaiting.splice(0).forEach((resolve) => resolve());
        }
      };
    },
    has: (id) => runs.has(id),
    get count() {
      return runs.size;
    },
    listRates: () => [...runs.values()].flatMap(({ framesPerSecond }) => framesPerSecond ?? []),
    findAbandoned(claimed) {
      const before = missed;
      const without = claimed.filter(({ id }) => !runs.has(id));
      missed = new Map(without.map(({ id, seenAtMs }) => [id, seenAtMs]));
      const still = without.filter(({ id, seenAtMs }) => before.get(id) === seenAtMs);
      return new Set(still.map(({ id }) => id));
    },
    whenNone: () =>
      runs.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            awaiting.push(resolve);
          }),
    end: async (id, reason) => runs.get(id)?.end(reason),
  };
}
