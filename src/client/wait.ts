import { AppError } from '../base/errors.ts';
import { fromReceivedFailure } from '../contract/api/errors.ts';
import { isTerminal, type ReceivedJob } from '../contract/api/resources/job.ts';
import type { ApiClient } from './client.ts';
import { type Timing, systemTiming } from './options.ts';
import { waitFor } from './retry.ts';

/** Options of waiting for a job. Times in milliseconds. */
export interface WaitOptions {
  /** Called with the first reply and with every one that differs in status, stage or preview. */
  readonly onChange?: ((job: ReceivedJob) => void) | undefined;
  /** Ends the wait before a terminal status, such as at a stage that has to be advanced. */
  readonly isDone?: ((job: ReceivedJob) => boolean) | undefined;
  /** Wait after a change; it grows by half with every answer that brings nothing new. */
  readonly firstIntervalMs?: number | undefined;
  readonly maxIntervalMs?: number | undefined;
  /** Longest outage of the service before the wait gives up. */
  readonly maxOutageMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timing?: Timing | undefined;
}

/**
 * Polls a job until it is terminal (or `isDone`). An outage of the service is sat out for `maxOutageMs`.
 * A failed job is returned, not thrown; {@link requireSucceeded} throws it.
 */
export async function waitForJob(
  client: Pick<ApiClient, 'readJob'>,
  jobId: string,
  options: WaitOptions = {},
): Promise<ReceivedJob> {
  const { signal, timing = systemTiming, maxOutageMs = 120_000 } = options;
  const { firstIntervalMs = 400, maxIntervalMs = 5000 } = options;
  let intervalMs = firstIntervalMs;
  let seenAtMs = timing.nowMs();
  let shown: ReceivedJob | null = null;
  for (;;) {
    const job = await findJob(client, jobId, signal);
    if (!(job instanceof AppError)) {
      seenAtMs = timing.nowMs();
      if (shown === null || hasChanged(shown, job)) {
        shown = job;
        intervalMs = firstIntervalMs;
        options.onChange?.(job);
      }
      if (isTerminal(job.status) || options.isDone?.(job) === true) {
        return job;
      }
    } else if (timing.nowMs() - seenAtMs > maxOutageMs) {
      throw job;
    }
    await waitFor(Math.round(intervalMs * (0.8 + 0.4 * timing.random())), timing, signal);
    intervalMs = Math.min(intervalMs * 1.5, maxIntervalMs);
  }
}

/** Returns the result URL of a succeeded job. Throws the failure of any other. */
export function requireSucceeded(job: ReceivedJob): string {
  const details = { job_id: job.id };
  if (job.status === 'failed') {
    const failure = job.error ?? { code: 'processing_failed', message: 'The job failed.' };
    throw fromReceivedFailure(failure, 'processing_failed', details);
  }
  if (job.status === 'canceled') {
    throw new AppError('cancelled', 'The job was canceled.', { details });
  }
  if (job.status !== 'succeeded' || job.output_url === null) {
    throw new AppError('bad_reply', `The job is ${job.status} and has no result.`, { details });
  }
  return job.output_url;
}

/** The job, or the error when a later try may work. */
async function findJob(
  client: Pick<ApiClient, 'readJob'>,
  jobId: string,
  signal: AbortSignal | undefined,
): Promise<ReceivedJob | AppError> {
  try {
    return await client.readJob({ params: { job_id: jobId }, signal });
  } catch (error) {
    if (error instanceof AppError && error.isRetryable) {
      return error;
    }
    throw error;
  }
}

function hasChanged(before: ReceivedJob, now: ReceivedJob): boolean {
  return (
    before.status !== now.status ||
    before.stage !== now.stage ||
    toAddress(before.preview_url) !== toAddress(now.preview_url)
  );
}

/** A signed link without its signature, which differs with every answer. */
function toAddress(url: string | null): string {
  return url?.split('?')[0] ?? '';
}
