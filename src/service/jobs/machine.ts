/**
 * The life of a job, without a database.
 *
 *            claim                 result                      cancel: queued, processing → canceled
 *   queued ─────────▶ processing ─────────▶ succeeded          fail:   queued, processing → failed
 *
 * Beside the status, which the customer sees, a job has a queue state, which says whose turn it is:
 *
 *   ready ── claim ──▶ leased ── result, fail, cancel ──▶ done
 *     ▲                  │  │
 *     └─ lease lost or ──┘  └─ intermediate stage ──▶ parked ── fail, cancel ──▶ done
 *     │  given back                                     │
 *     └───────────────────── advance ◀──────────────────┘
 *
 * Of a job that is rendered by segments the first run leads back to `ready`, which hands its segments out; see
 * `store/segment-statements.ts`.
 *
 * The status never goes back: a job whose worker died is `processing` and `ready` again.
 * Stages of an identity swap in advanced mode (all others have none):
 *
 *   extracting ─▶ frame_ready ── advance swap ─▶ placing_character ─▶ swap_ready
 *    (worker)      (parked)                          (worker)          (parked)
 *                                                                         │ advance motion
 *                                          succeeded ◀─ rendering_motion ◀┘
 *                                                          (worker)
 */
import type { WorkStage } from '../../capabilities/processor.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import { isTerminal, type JobStage, type JobStatus } from '../../contract/api/resources/job.ts';
import type { QueueState } from '../store/schema.ts';

/** Steps that a customer may request of a parked identity swap. */
export type AdvanceStep = 'swap' | 'motion';

/** Stage after the worker delivered: where the job is parked, or null when the job is complete. */
export function parkAfter(stage: JobStage | null): JobStage | null {
  if (stage === 'extracting') {
    return 'frame_ready';
  }
  return stage === 'placing_character' ? 'swap_ready' : null;
}

/** The stage as a worker sees it; null for jobs that are done in one go. */
export function toWorkStage(stage: JobStage | null): WorkStage | null {
  return stage === 'extracting' || stage === 'placing_character' || stage === 'rendering_motion'
    ? stage
    : null;
}

/** State that an advance depends on. */
export interface AdvanceState {
  readonly status: JobStatus;
  readonly queueState: QueueState;
  readonly stage: JobStage | null;
}

const advances = {
  swap: { from: 'frame_ready', to: 'placing_character' },
  motion: { from: 'swap_ready', to: 'rendering_motion' },
} as const satisfies Record<AdvanceStep, { from: JobStage; to: WorkStage }>;

/** Stage after an advance. Throws 400 `invalid_input` that names the current stage. */
export function advance(state: AdvanceState, step: AdvanceStep): WorkStage {
  const { from, to } = advances[step];
  if (state.stage === null) {
    throw refusedByState('Only an identity swap in advanced mode can be advanced.');
  }
  if (state.status !== 'processing') {
    throw refusedByState(`The job is ${state.status}; only a processing job can be advanced.`);
  }
  if (state.stage !== from || state.queueState !== 'parked') {
    throw refusedByState(
      `The current stage is ${state.stage}; "${step}" can be asked for at ${from} only.`,
    );
  }
  return to;
}

/** Decides a cancel: `cancel` the job, or leave a canceled one `unchanged`. Throws for a finished job. */
export function decideCancel(status: JobStatus): 'cancel' | 'unchanged' {
  if (status === 'canceled') {
    return 'unchanged';
  }
  if (isTerminal(status)) {
    throw refusedByState(`The job has ${status} already; only an unfinished job can be canceled.`);
  }
  return 'cancel';
}

/** Decision after a lost or failed attempt: retry later, or give up. */
export type RetryDecision = { readonly retryInMs: number } | 'give_up';

/**
 * Decides whether to retry after `attempt` attempts. The delay doubles: a worker that ran out of memory must
 * not do so again immediately.
 */
export function decideRetry(
  attempt: number,
  { maxAttempts, retryDelayMs }: { readonly maxAttempts: number; readonly retryDelayMs: number },
): RetryDecision {
  return attempt >= maxAttempts
    ? 'give_up'
    : { retryInMs: retryDelayMs * 2 ** Math.max(0, attempt - 1) };
}
