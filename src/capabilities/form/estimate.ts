import type { JobOptions } from '../../contract/ipc/jobs.ts';

/** A job that is about to be made. */
export interface PlannedJob {
  readonly options: JobOptions;
  /** Length of the file in a field; null for an image, for no file, or while it is unknown. */
  readonly lengthMsOf: (field: string) => number | null;
}

/** Estimated length of the result of a capability, and time of the work. */
export interface CapabilityEstimate {
  /** Length of the result; null for an image, or when it is unknown. */
  readonly resultMs: (job: PlannedJob) => number | null;
  /**
   * Time of the work by the length of the result, null where that has to be known and is not: as measured on two cores without a GPU. Its course is what counts:
   * the jobs that a machine has done move it up or down.
   */
  readonly workMs: (resultMs: number | null) => number | null;
}

/** Length of a clip, or of its first part when `max_duration_sec` limits it. */
export function toClipMs({ options, lengthMsOf }: PlannedJob, field: string): number | null {
  const max = options['max_duration_sec'];
  const capMs = typeof max === 'number' ? max * 1000 : Infinity;
  const resultMs = Math.min(lengthMsOf(field) ?? Infinity, capMs);
  return Number.isFinite(resultMs) ? resultMs : null;
}
