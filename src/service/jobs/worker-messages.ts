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

/** Worker to service. */
export type FromWorker =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'done'; readonly result: RunResult }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'aborted' };
