/** When a delivery is tried again. Pure: chance and the clock are handed in. */

/** Attempts of one delivery, the first included (specification: "up to 12 attempts, then stops"). */
export const maxAttempts = 12;

const firstDelayMs = 5000;
const longestDelayMs = 12 * 3_600_000;
const jitter = 0.2;
/** A receiver may ask for at most this much patience. */
const longestRetryAfterMs = 24 * 3_600_000;

/** Delay before attempt `attemptNo` (2…12) without jitter: 5 s, 15 s, 45 s … 12 h, in milliseconds. */
export function toNominalDelayMs(attemptNo: number): number {
  return Math.min(firstDelayMs * 3 ** (attemptNo - 2), longestDelayMs);
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
  if (attemptNo > maxAttempts) {
    return null;
  }
  const delayMs = Math.round(toNominalDelayMs(attemptNo) * (1 - jitter + 2 * jitter * chance));
  return Math.max(delayMs, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
}

/** Reads a `Retry-After` header, seconds or a date, as milliseconds from `nowMs`; null when unusable. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) {
    return null;
  }
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * 1000;
  }
  const at = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
