/** A live session that runs in this process. */
export interface RunningSession {
  /** Ends it and what belongs to it; settles when its money is settled. Never rejects. */
  end(reason: 'canceled' | 'service_stopping'): Promise<void>;
}

/** The live sessions that run in this process, by id. */
export interface LiveRuns {
  /** The returned function takes it out. */
  add(id: string, run: RunningSession): () => void;
  has(id: string): boolean;
  /** Without effect for a session that does not run here. */
  end(id: string, reason: 'canceled'): Promise<void>;
}

/** Nothing runs at first. */
export function createLiveRuns(): LiveRuns {
  const runs = new Map<string, RunningSession>();
  return {
    add(id, run) {
      runs.set(id, run);
      return () => {
        if (runs.get(id) === run) {
          runs.delete(id);
        }
      };
    },
    has: (id) => runs.has(id),
    end: async (id, reason) => runs.get(id)?.end(reason),
  };
}
