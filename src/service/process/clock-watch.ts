import type { Clock } from '../../base/clock.ts';

/** Steps back that are no step: two readings of one moment, a clock that is slowed down. */
const SLACK_MS = 500;

/** Watches whether the wall clock is set back. */
export interface ClockWatch {
  /**
   * Whether it was, since the last {@link settle}. True at first: it may have been while nobody looked. Ask every few
   * seconds, or small steps are hidden by the time between.
   */
  wasSetBack(): boolean;
  /** What waits by the clock was put right. */
  settle(): void;
}

/** Begins to watch; `steadyMs` never goes back. */
export function watchClock(clock: Clock, steadyMs = () => performance.now()): ClockWatch {
  const readAhead = (): number => clock.nowMs() - steadyMs();
  let aheadMs = readAhead();
  let isBack = true;
  return {
    wasSetBack() {
      const nowAheadMs = readAhead();
      isBack ||= nowAheadMs < aheadMs - SLACK_MS;
      aheadMs = nowAheadMs;
      return isBack;
    },
    settle() {
      isBack = false;
    },
  };
}
