import type { JobProgress, JobReport, WorkStageName } from '../../contract/job-details.ts';
import { workStages } from '../../contract/job-details.ts';

/** Tells how far a run is, and keeps what each of its stages took. */
export interface ProgressTracker {
  /** Begins a stage; the one before has ended. */
  enter(stage: WorkStageName): void;
  /** How much of the stage is done, and how long the rest of it takes; null when that is not known. */
  advance(fraction: number, etaMs: number | null): void;
  /** How much of a stage is done, which begins with the first word of it; the rest is expected to take as long as what was done did. */
  follow(stage: WorkStageName, fraction: number): void;
  /** Time of every stage so far, one after the other; those of which parts are given (in milliseconds) by their parts. */
  stages(parts?: StageParts): JobReport['stages'];
  /** Time since the beginning. */
  wallMs(): number;
}

/** Time of what a stage consists of, in milliseconds, by name; such parts may overlap. */
export type StageParts = Readonly<Partial<Record<WorkStageName, Readonly<Record<string, number>>>>>;

/** About what part of a run each stage is. */
export type StageWeights = Readonly<Record<WorkStageName, number>>;

/** Before so much of a stage is done, nothing is said of how long the rest takes. */
const MIN_KNOWN = 0.05;

/** A clock that begins now. */
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
    follow(next, fraction) {
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
