import type { JobProgress } from '../../contract/job-details.ts';

/** A segment of a job that runs here. */
export interface RunningSegment {
  readonly at: number;
  /** Number of segments, and how many were rendered when this one was claimed. */
  readonly count: number;
  readonly done: number;
}

/**
 * Progress of the jobs that run in this process, in memory: the database stores only the fraction, once a
 * second.
 */
export interface RunningJobs {
  /** `progress` is that of the segment where it has one. */
  note(jobId: string, progress: JobProgress, segment?: RunningSegment | null): void;
  /** Null for a job that does not run here, or has not reported yet. */
  find(jobId: string): JobProgress | null;
  /** The run has ended. */
  forget(jobId: string, segment?: RunningSegment | null): void;
}

interface Part {
  readonly progress: JobProgress;
  readonly segment: RunningSegment | null;
}

interface Entry {
  readonly parts: Map<number | null, Part>;
  /** Maximum progress so far: a segment that has ended is counted again when the next is claimed. */
  max: number;
}

/** A book without entries. */
export function createRunningJobs(): RunningJobs {
  const known = new Map<string, Entry>();
  return {
    note: (jobId, progress, segment = null) => {
      const entry = known.get(jobId) ?? { parts: new Map<number | null, Part>(), max: 0 };
      entry.parts.set(segment?.at ?? null, { progress, segment });
      known.set(jobId, entry);
    },
    find: (jobId) => {
      const entry = known.get(jobId);
      if (entry === undefined) {
        return null;
      }
      const { parts } = entry;
      const progress = parts.get(null)?.progress ?? addParts([...parts.values()]);
      entry.max = Math.max(entry.max, progress?.fraction ?? 0);
      return progress && { ...progress, fraction: parts.has(null) ? progress.fraction : entry.max };
    },
    forget: (jobId, segment = null) => {
      const parts = known.get(jobId)?.parts;
      parts?.delete(segment?.at ?? null);
      if (parts?.size === 0) {
        known.delete(jobId);
      }
    },
  };
}

/** Progress of a job from the segments that run here; others may run elsewhere. */
function addParts(parts: readonly Part[]): JobProgress | null {
  const segments = parts.flatMap(({ segment }) => segment ?? []);
  const count = segments[0]?.count ?? 0;
  if (count === 0) {
    return null;
  }
  const done = Math.max(...segments.map((segment) => segment.done));
  const running = parts.reduce((sum, { progress }) => sum + progress.fraction, 0);
  const left = Math.max(0, count - done - running);
  const times = parts.flatMap(({ progress: { etaMs, fraction } }) =>
    etaMs === null || fraction >= 1 ? [] : etaMs / (1 - fraction),
  );
  const eachMs = times.reduce((sum, timeMs) => sum + timeMs, 0) / times.length;
  return {
    fraction: Math.min(1, (done + running) / count),
    phase: 'rendering',
    etaMs: times.length === 0 ? null : (left * eachMs) / parts.length,
  };
}
