import type { ErrorCode } from '../../base/errors.ts';
import type { RunContext, RunResult } from '../../capabilities/processor.ts';
import type { JobProgress } from '../../contract/job-details.ts';

/** A run as it travels to a worker. */
export type RunOrder = Omit<RunContext, 'signal' | 'report'>;

/** Service to worker. */
export type ToWorker =
  | { readonly type: 'run'; readonly order: RunOrder }
  /** Stop the run; the reply is not waited for long. */
  | { readonly type: 'abort' };

/** A result whose file is on the disk, with its hash. */
export interface FinishedRun extends RunResult {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Worker to service. */
export type FromWorker =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'done'; readonly result: FinishedRun }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'aborted' };
