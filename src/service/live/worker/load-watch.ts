/**
 * Decides whether a machine can sustain the best mode of a character's image. Bodies and heads need
 * the position of people in every frame, which costs half as much again (20 ms of CPU time a frame instead of 14, 480p);
 * arms need joints in every second or third. The decision is made in the first seconds of an image: a streamer
 * shown as a body must not appear with their own hair and clothes because the machine is busy for a while
 * later.
 */
import type { StreamReport } from './worker-messages.ts';

/** Evaluates the reports of a stream, several per second. */
export interface LoadWatch {
  /** True once, when the frame rate is too low for use and the engine is what limits it. `nowMs` is monotonic. */
  observe(
    report: Pick<StreamReport, 'mode' | 'movesArms' | 'received' | 'dropped' | 'coverReason'>,
    nowMs: number,
  ): boolean;
}

/** Code and networks that run for the first time take a second or two. */
const WARM_UP_MS = 3000;
/** Window of the measured rate. */
const WINDOW_MS = 4000;
/** Time after the first frame of the mode within which the decision is made. */
const VERDICT_MS = 15_000;
/** Requirement for a mode. */
export interface LoadLimit {
  /** Pictures a second. */
  readonly minFps: number;
  /** Below this fraction of dropped frames the camera is the bottleneck. */
  readonly minDropped: number;
  /** Returns whether the requirement applies to a report's mode. */
  readonly counts: (report: Pick<StreamReport, 'mode' | 'movesArms'>) => boolean;
}

/** A swapped face that moves at a lower frame rate is useless. Arms are judged first. */
export const bodyLimit: LoadLimit = {
  minFps: 12,
  minDropped: 0.3,
  counts: ({ mode, movesArms }) => mode !== null && mode !== 'face' && !movesArms,
};
/** Arms that move in fewer do so by jerks. */
export const armLimit: LoadLimit = {
  minFps: 24,
  minDropped: 0.1,
  counts: ({ movesArms }) => movesArms,
};

/** A watch that has seen nothing. */
export function createLoadWatch({ minFps, minDropped, counts }: LoadLimit): LoadWatch {
  let sinceMs: number | null = null;
  let from = { atMs: 0, received: 0, dropped: 0 };
  let isOver = false;
  return {
    observe(report, nowMs) {
      const { received, dropped } = report;
      if (isOver || report.coverReason !== null || !counts(report)) {
        return false;
      }
      sinceMs ??= nowMs;
      if (nowMs - sinceMs < WARM_UP_MS) {
        from = { atMs: nowMs, received, dropped };
        return false;
      }
      const passedMs = nowMs - from.atMs;
      if (passedMs < WINDOW_MS) {
        return false;
      }
      const came = received - from.received;
      const lost = dropped - from.dropped;
      const fps = ((came - lost) * 1000) / passedMs;
      from = { atMs: nowMs, received, dropped };
      const isSlow = fps < minFps && lost > came * minDropped;
      isOver = isSlow || nowMs - sinceMs > VERDICT_MS;
      return isSlow;
    },
  };
}
