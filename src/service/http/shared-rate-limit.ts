import type { Db } from '../store/db.ts';
import { consumeTokens } from '../store/statements/rate-statements.ts';
import { type RateLimiter, type RateLimitStatus, toVerdict } from './rate-limit.ts';

/** Requests of one bucket on this node. */
interface Line {
  /** Requests that arrived during a query; the next statement asks for all of them. */
  waiting: PromiseWithResolvers<RateLimitStatus>[];
  isAsking: boolean;
  /** Time at which the bucket is full again, by the last query. */
  fullAtMs: number;
  /** No tokens until then, so that a persistent caller causes no load on the database. */
  emptyUntilMs: number;
}

const MINUTE_MS = 60_000;
/** Remembered buckets; beyond that, those without waiting requests are dropped. */
const MAX_LINES = 20_000;

/**
 * Token buckets that all services on one PostgreSQL share, exactly: a key has its limit once, however many nodes its
 * requests go to. `nowMs` is the time of the database.
 */
export function createSharedRateLimiter(db: Db, nowMs: () => number): RateLimiter {
  const lines = new Map<string, Line>();

  async function ask(line: Line, bucket: string, perMinute: number): Promise<void> {
    line.isAsking = true;
    while (line.waiting.length > 0) {
      const asking = line.waiting.splice(0, Math.ceil(perMinute));
      try {
        const requestedAtMs = nowMs();
        const count = asking.length;
        const taken = await consumeTokens(db, { bucket, perMinute, count, nowMs: requestedAtMs });
        line.fullAtMs = taken.fullAtMs;
        if (taken.granted < count) {
          line.emptyUntilMs = taken.fullAtMs + MINUTE_MS / perMinute - MINUTE_MS;
        }
        const fullInMs = Math.max(0, taken.fullAtMs - requestedAtMs);
        for (const [index, { resolve }] of asking.entries()) {
          resolve(toVerdict({ isAllowed: index < taken.granted, perMinute, fullInMs }));
        }
      } catch (error) {
        for (const { reject } of asking) {
          reject(error);
        }
      }
    }
    line.isAsking = false;
  }

  function forget(): void {
    for (const [bucket, { isAsking }] of lines) {
      if (!isAsking) {
        lines.delete(bucket);
      }
    }
  }

  return {
    consume(bucket, perMinute) {
      const line = lines.get(bucket) ?? {
        waiting: [],
        isAsking: false,
        fullAtMs: 0,
        emptyUntilMs: 0,
      };
      const now = nowMs();
      if (now < line.emptyUntilMs) {
        return toVerdict({ isAllowed: false, perMinute, fullInMs: line.fullAtMs - now });
      }
      if (lines.size >= MAX_LINES) {
        forget();
      }
      lines.set(bucket, line);
      const request = Promise.withResolvers<RateLimitStatus>();
      line.waiting.push(request);
      if (!line.isAsking) {
        void ask(line, bucket, perMinute);
      }
      return request.promise;
    },
  };
}
