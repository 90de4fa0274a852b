import type { JobProgress, JobReport, WorkStageName } from '../../contract/job-details.ts';
import { workStages } from '../../contract/job-details.ts';

/** Reports the progress of a run and records the time of each stage. */
export interface ProgressTracker {
  /** Starts a stage and ends the previous one. */
  enter(stage: WorkStageName): void;
  /** Reports the finished fraction of the stage and its remaining time; null when unknown. */
  advance(fraction: number, etaMs: number | null): void;
  /** Reports the finished fraction of a stage, which the first call starts; the remaining time is extrapolated. */
  advanceWithin(stage: WorkStageName, fraction: number): void;
  /**
   * Returns the time of every stage so far, in order; stages with given parts (in milliseconds) are listed by their
   * parts.
   */
  stages(parts?: StageParts): JobReport['stages'];
  /** Returns the time since the start. */
  wallMs(): number;
}

/** Times of the parts of stages in milliseconds, by name; parts may overlap. */
export type StageParts = Readonly<Partial<Record<WorkStageName, Readonly<Record<string, number>>>>>;

/** Approximate weight of each stage in a run. */
export type StageWeights = Readonly<Record<WorkStageName, number>>;

/** Finished fraction below which no remaining time is estimated. */
const MIN_KNOWN = 0.05;

/** Creates a tracker that starts now. */
export function createProgressTracker(
  weights: StageWeights,
  report: (progress: JobProgress) => void,
  nowMs: () => number = () => performance.now(),
): ProgressTracker {
  const startedAtMs = nowMs();
  const spent = new Map<WorkStageName, number>();
  let stage: WorkStageName = 'reading';
  let enteredAtMs = startedAtMs;
  const total = workStages.reduce((sum, name) => sum + weights[name], 0);

  function leave(): void {
    const now = nowMs();
    spent.set(stage, (spent.get(stage) ?? 0) + now - enteredAtMs);
    enteredAtMs = now;
  }

  function emit(fraction: number, etaMs: number | null): void {
    const before = workStages.slice(0, workStages.indexOf(stage));
    const done = before.reduce((sum, name) => sum + weights[name], 0);
    const within = weights[stage] * Math.min(1, Math.max(0, fraction));
    report({ fraction: (done + within) / total, stage, etaMs });
  }

  function enter(next: WorkStageName): void {
    leave();
    stage = next;
    emit(0, null);
  }

  return {
    enter,
    advance: emit,
    advanceWithin(next, fraction) {
      if (next !== stage) {
        enter(next);
      }
      const spentMs = nowMs() - enteredAtMs;
      emit(fraction, fraction > MIN_KNOWN ? (spentMs * (1 - fraction)) / fraction : null);
    },
    stages(parts = {}) {
      leave();
      return [...spent]
        .flatMap(([name, spentMs]) => Object.entries(parts[name] ?? { [name]: spentMs }))
        .map(([name, durationMs]) => ({ name, durationMs: Math.round(durationMs) }));
    },
    wallMs: () => Math.round(nowMs() - startedAtMs),
  };
}
