import type { Clock } from '../../base/clock.ts';

/** Steps back that are no step: two readings of one moment, a clock that is slowed down. */
const SLACK_MS = 500;

/** Watches whether the wall clock is set back. */
export interface ClockWatch {
  /**
   * Returns whether the clock was set back since the last {@link settle}; true at first, because it may have been set
   * while nothing ran. The method has to be called every few seconds, since small steps are hidden by a longer
   * interval.
   */
  wasSetBack(): boolean;
  /** Confirms that due times were corrected. */
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
