import type { JobOptions } from '../../contract/ipc/jobs.ts';

/** Job before its submission. */
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
   * Time of the work by the length of the result, as measured on two cores without a GPU; null when a needed length is
   * unknown. Only its shape matters: finished jobs of a machine scale it.
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
