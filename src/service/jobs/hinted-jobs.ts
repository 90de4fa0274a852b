import type { JobHints } from '../../contract/job-hints.ts';

/** Hints for jobs that are about to be submitted, by the key of the submit. */
export interface HintedJobs {
  /** Remembers hints until the submit comes; those that wait longest are forgotten when there are too many. */
  add(idempotencyKey: string, hints: JobHints): void;
  /** The hints of a submit; null for none. They stay: a submit may be refused now and come again. */
  find(idempotencyKey: string | null): JobHints | null;
}

/** A submit follows its hints immediately; many at a time are a queue that is sent again. */
const MAX = 500;

/** Creates an empty list. Hints live as long as the process: the app sends them again with every submit. */
export function createHintedJobs(): HintedJobs {
  const waiting = new Map<string, JobHints>();
  return {
    add(idempotencyKey, hints) {
      waiting.delete(idempotencyKey);
      waiting.set(idempotencyKey, hints);
      const [oldest] = waiting.keys();
      if (waiting.size > MAX && oldest !== undefined) {
        waiting.delete(oldest);
      }
    },
    find: (idempotencyKey) =>
      idempotencyKey === null ? null : (waiting.get(idempotencyKey) ?? null),
  };
}
