/** Counts actions, and stores violations. */
export interface AttackLog {
  /** Counts an event. */
  count(what: string): void;
  /** Reports a violation at once, each text only once. */
  wrong(what: string): void;
  readonly counts: ReadonlyMap<string, number>;
  readonly wrongs: ReadonlyMap<string, number>;
}

/** An empty log. */
export function createAttackLog(): AttackLog {
  const counts = new Map<string, number>();
  const wrongs = new Map<string, number>();
  return {
    counts,
    wrongs,
    count(what) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    },
    wrong(what) {
      const before = wrongs.get(what) ?? 0;
      wrongs.set(what, before + 1);
      if (before === 0) {
        console.error(`must not be: ${what}`);
      }
    },
  };
}
