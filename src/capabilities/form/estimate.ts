import type { JobOptions } from '../../contract/ipc/jobs.ts';

/** A job that is about to be made. */
export interface PlannedJob {
  readonly options: JobOptions;
  /** Length of the file in a field; null for a picture, for none, or while it is not known. */
  readonly lengthMsOf: (field: string) => number | null;
}

/** How long the result of a capability and the work on it are. */
export interface CapabilityEstimate {
  /** Length of the result; null for a picture, or where it cannot be told. */
  readonly resultMs: (job: PlannedJob) => number | null;
  /**
   * Time of the work by the length of the result, null where that has to be known and is not: as measured on two cores without a GPU. Its course is what counts:
   * the jobs that a machine has done move it up or down.
   */
  readonly workMs: (resultMs: number | null) => number | null;
}

/** Length of a clip, or of the part of it that `max_duration_sec` asks for. */
export function toClipMs({ options, lengthMsOf }: PlannedJob, field: string): number | null {
  const most = options['max_duration_sec'];
  const capMs = typeof most === 'number' ? most * 1000 : Infinity;
  const resultMs = Math.min(lengthMsOf(field) ?? Infinity, capMs);
  return Number.isFinite(resultMs) ? resultMs : null;
}
