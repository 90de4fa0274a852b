import type { JobProgress } from '../../contract/job-details.ts';

/**
 * How far the jobs are that run in this process, in memory: the database keeps the share alone, and that
 * once a second.
 */
export interface RunningJobs {
  note(jobId: string, progress: JobProgress): void;
  /** Null for a job that does not run here, or that said nothing yet. */
  find(jobId: string): JobProgress | null;
  /** The run has ended. */
  forget(jobId: string): void;
}

/** A book without entries. */
export function createRunningJobs(): RunningJobs {
  const known = new Map<string, JobProgress>();
  return {
    note: (jobId, progress) => {
      known.set(jobId, progress);
    },
    find: (jobId) => known.get(jobId) ?? null,
    forget: (jobId) => {
      known.delete(jobId);
    },
  };
}
