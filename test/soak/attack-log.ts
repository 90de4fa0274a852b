/** Counts actions, and stores violations. */
export interface AttackLog {
  /** Counts an event. */
  count(event: string): void;
  /** Reports a violation at once, each text only once. */
  wrong(event: string): void;
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
    count(event) {
      counts.set(event, (counts.get(event) ?? 0) + 1);
    },
    wrong(event) {
      const before = wrongs.get(event) ?? 0;
      wrongs.set(event, before + 1);
      if (before === 0) {
        console.error(`must not be: ${event}`);
      }
    },
  };
}
