import type { ErrorCode } from '../../base/errors.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { JobQueueState } from '../../contract/ipc/queue.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import type { TextKey } from '../i18n/en/catalogue.ts';
import type { Text } from '../i18n/text.ts';
import { formatDuration, jobStates } from '../jobs/job-words.ts';

/** Short reasons why a refused job waits; other codes share one text. */
const reasons: Partial<Record<ErrorCode, TextKey>> = {
  rate_limited: 'queue.held.rate_limited',
  at_capacity: 'queue.held.at_capacity',
  service_unreachable: 'queue.held.service_unreachable',
  insufficient_credits: 'queue.held.insufficient_credits',
  vault_unavailable: 'queue.held.vault_unavailable',
};

/** Reason for waiting, such as "the service is full". */
export function holdReason({ t }: Text, code: ErrorCode): string {
  return t(reasons[code] ?? 'queue.held.other');
}

/** A refusal and when it is tried again, such as "The service is full. Again in 23 s". */
export function holdText(
  text: Text,
  { code, untilMs, nowMs }: { code: ErrorCode; untilMs: number | null; nowMs: number },
): string {
  const leftMs = (untilMs ?? 0) - nowMs;
  const reason = holdReason(text, code);
  return leftMs < 1000
    ? text.t('queue.held_now', { reason })
    : text.t('queue.held', { reason, time: formatDuration(text, Math.ceil(leftMs / 1000) * 1000) });
}

/** State of a job of the queue in words. */
export function queueStateText(
  text: Text,
  job: LocalJob,
  { queue, nowMs }: { readonly queue: JobQueueState; readonly nowMs: number },
): { readonly tone: Tone; readonly words: string } {
  const { tone, key } = jobStates[job.state];
  const { t } = text;
  if (job.isCanceling) {
    return { tone: 'idle', words: t('queue.canceling') };
  }
  if (job.state !== 'waiting') {
    const isLost = job.error !== null && (job.state === 'queued' || job.state === 'processing');
    return isLost
      ? { tone: 'warning', words: t('queue.unheard', { state: t(key) }) }
      : { tone, words: t(job.state === 'queued' ? 'queue.at_service' : key) };
  }
  if (job.error !== null) {
    const { code } = job.error;
    return { tone: 'warning', words: holdText(text, { code, untilMs: job.retryAtMs, nowMs }) };
  }
  const number = queue.order.indexOf(job.id) + 1;
  if (queue.isPaused) {
    return { tone: 'idle', words: t('queue.paused_at', { number }) };
  }
  return { tone: 'idle', words: number === 1 ? t('queue.next') : t('queue.at', { number }) };
}

/** Cost of stopping a job now, shown before it is stopped. */
export function cancelText({ t, money }: Text, job: LocalJob): string {
  if (job.state === 'collecting') {
    return job.costUsd !== null && job.costUsd > 0
      ? t('queue.cancel.paid', { amount: money(job.costUsd) })
      : t('queue.cancel.made');
  }
  return job.holdUsd !== null && job.holdUsd > 0
    ? t('queue.cancel.hold', { amount: money(job.holdUsd) })
    : t('queue.cancel.free');
}
