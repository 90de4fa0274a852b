import type { Clock } from '../base/clock.ts';

/** Steps back that are no step: two readings of one moment, a clock that is slowed down. */
const SLACK_MS = 500;

/**
 * Says whether the wall clock was set back since the last call. True at first: it may have been while nobody looked.
 * Call it every few seconds, or small steps are hidden by the time between.
 */
export function watchClock(clock: Clock, steadyMs = () => performance.now()): () => boolean {
  let aheadMs: number | null = null;
  return () => {
    const nowMs = clock.nowMs() - steadyMs();
    const isBack = aheadMs === null || nowMs < aheadMs - SLACK_MS;
    aheadMs = nowMs;
    return isBack;
  };
}
