import type { JobProgress, JobReport, JobPhase } from '../../contract/job-details.ts';
import { jobPhases } from '../../contract/job-details.ts';

/** Reports the progress of a run and records the time of each phase. */
export interface ProgressTracker {
  /** Starts a phase and ends the previous one. */
  enter(phase: JobPhase): void;
  /** Reports the finished fraction of the phase and its remaining time; null when unknown. */
  advance(fraction: number, etaMs: number | null): void;
  /** Reports the finished fraction of a phase, which the first call starts; the remaining time is extrapolated. */
  advanceWithin(phase: JobPhase, fraction: number): void;
  /**
   * Returns the time of every phase so far, in order; a phase with given pipeline stages (in milliseconds) is listed by
   * those.
   */
  stages(parts?: PhaseParts): JobReport['stages'];
  /** Returns the time since the start. */
  wallMs(): number;
}

/** Times of the pipeline stages of phases in milliseconds, by name; stages may overlap. */
export type PhaseParts = Readonly<Partial<Record<JobPhase, Readonly<Record<string, number>>>>>;

/** Approximate weight of each phase in a run. */
export type PhaseWeights = Readonly<Record<JobPhase, number>>;

/** Finished fraction below which no remaining time is estimated. */
const MIN_KNOWN = 0.05;

/** Creates a tracker that starts now. */
export function createProgressTracker(
  weights: PhaseWeights,
  report: (progress: JobProgress) => void,
  nowMs: () => number = () => performance.now(),
): ProgressTracker {
  const startedAtMs = nowMs();
  const spent = new Map<JobPhase, number>();
  let phase: JobPhase = 'reading';
  let enteredAtMs = startedAtMs;
  const total = jobPhases.reduce((sum, name) => sum + weights[name], 0);

  function leave(): void {
    const now = nowMs();
    spent.set(phase, (spent.get(phase) ?? 0) + now - enteredAtMs);
    enteredAtMs = now;
  }

  function emit(fraction: number, etaMs: number | null): void {
    const before = jobPhases.slice(0, jobPhases.indexOf(phase));
    const done = before.reduce((sum, name) => sum + weights[name], 0);
    const within = weights[phase] * Math.min(1, Math.max(0, fraction));
    report({ fraction: (done + within) / total, phase, etaMs });
  }

  function enter(next: JobPhase): void {
    leave();
    phase = next;
    emit(0, null);
  }

  return {
    enter,
    advance: emit,
    advanceWithin(next, fraction) {
      if (next !== phase) {
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
