/** Retry times of deliveries. Pure: randomness and the clock are parameters. */

import { webhookSchedule } from '../../contract/api/webhooks.ts';

const { attempts, firstDelayMs, factor, maxDelayMs, jitter } = webhookSchedule;
/** A receiver may ask for at most this much patience, which is more than any delay of ours. */
export const longestRetryAfterMs = 24 * 3_600_000;

/** Delay before attempt `attemptNo` (2…12) without jitter: 5 s, 15 s, 45 s … 12 h, in milliseconds. */
export function toNominalDelayMs(attemptNo: number): number {
  return Math.min(firstDelayMs * factor ** (attemptNo - 2), maxDelayMs);
}

/**
 * Milliseconds to wait before attempt `attemptNo`: nominal ± 20 % (`chance` is 0…1), or what the
 * receiver asked for by `Retry-After` when that is longer. Null when there is no such attempt.
 */
export function toDelayMs(
  attemptNo: number,
  chance: number,
  retryAfterMs: number | null = null,
): number | null {
  if (attemptNo > attempts) {
    return null;
  }
  const delayMs = Math.round(toNominalDelayMs(attemptNo) * (1 - jitter + 2 * jitter * chance));
  return Math.max(delayMs, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
}
