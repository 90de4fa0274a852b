import { invariant } from '../../base/errors.ts';
import type { MaybePromise } from '../../base/maybe-promise.ts';

/** Rate limit status of a caller after a request. Seconds are whole, rounded up. */
export interface RateLimitStatus {
  readonly isAllowed: boolean;
  /** Requests a minute, which is also how many may come at once. */
  readonly limit: number;
  /** Requests left right now. */
  readonly remaining: number;
  /** Seconds until the bucket is full. */
  readonly resetSec: number;
  /** Seconds until the next request is allowed; 0 when it already is. */
  readonly retryAfterSec: number;
}

/** Token buckets by name. */
export interface RateLimiter {
  /** Takes one request from a bucket that refills to `perMinute` within a minute. */
  consume(bucket: string, perMinute: number): MaybePromise<RateLimitStatus>;
}

/** Token buckets in this process. */
export interface LocalRateLimiter extends RateLimiter {
  consume(bucket: string, perMinute: number): RateLimitStatus;
}

const MINUTE_MS = 60_000;
/** Buckets kept; past it full ones go first, then the longest unused. */
const MAX_BUCKETS = 20_000;

/**
 * Buckets as one number each (generic cell rate algorithm): the time at which the bucket is full again.
 * `nowMs` must not jump back; the wall clock may, so the default is the time since the process began.
 */
export function createRateLimiter(nowMs: () => number = () => performance.now()): LocalRateLimiter {
  const fullAtMs = new Map<string, number>();

  return {
    consume(bucket, perMinute) {
      invariant(perMinute > 0, 'A rate is above zero.');
      const now = nowMs();
      const intervalMs = MINUTE_MS / perMinute;
      const before = Math.max(fullAtMs.get(bucket) ?? now, now);
      const after = before + intervalMs;
      const isAllowed = after - now <= MINUTE_MS;
      const reached = isAllowed ? after : before;
      // Deleted first, so that the map is ordered by last use; with few buckets nothing asks for the order.
      if (fullAtMs.size > MAX_BUCKETS / 4) {
        fullAtMs.delete(bucket);
      }
      fullAtMs.set(bucket, reached);
      if (fullAtMs.size > MAX_BUCKETS) {
        dropBuckets(fullAtMs, now);
      }
      return toVerdict({ isAllowed, perMinute, fullInMs: reached - now });
    },
  };
}

/** Status of a caller whose bucket is full again in `fullInMs`. */
export function toVerdict({
  isAllowed,
  perMinute,
  fullInMs,
}: {
  readonly isAllowed: boolean;
  readonly perMinute: number;
  readonly fullInMs: number;
}): RateLimitStatus {
  const intervalMs = MINUTE_MS / perMinute;
  const room = MINUTE_MS - fullInMs;
  return {
    isAllowed,
    limit: perMinute,
    remaining: Math.max(0, Math.floor(room / intervalMs + 1e-6)),
    resetSec: Math.ceil(fullInMs / 1000),
    retryAfterSec: Math.max(0, Math.ceil((intervalMs - room) / 1000 - 1e-6)),
  };
}

function dropBuckets(fullAtMs: Map<string, number>, now: number): void {
  for (const [bucket, atMs] of fullAtMs) {
    if (atMs <= now) {
      fullAtMs.delete(bucket);
    }
  }
  for (const bucket of fullAtMs.keys()) {
    if (fullAtMs.size <= MAX_BUCKETS / 2) {
      return;
    }
    fullAtMs.delete(bucket);
  }
}
