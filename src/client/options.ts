import { trimEnd } from '../base/trim-end.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../base/clock.ts';

/** Time and chance, handed in so that tests can set them. */
export interface Timing extends Clock {
  /** Resolves after `durationMs`; rejects as soon as `signal` aborts. */
  sleep(durationMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** A number from 0 to 1, without 1. */
  random(): number;
}

/** The system's time and chance. */
export const systemTiming: Timing = {
  ...systemClock,
  sleep: (durationMs, signal) =>
    sleep(durationMs, undefined, signal === undefined ? {} : { signal }),
  random: Math.random,
};

/** Retry policy of a call. Times in milliseconds. */
export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number;
  /** The wait before try n is chance between 0 and `firstDelayMs` × 2^(n−2), at most `maxDelayMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** A `Retry-After` beyond this ends the tries; the error says how long to wait. */
  readonly maxRetryAfterMs: number;
}

/** Four tries within about four seconds, or as long as the service asks for, one minute at most each. */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 4,
  firstDelayMs: 500,
  maxDelayMs: 8000,
  maxRetryAfterMs: 60_000,
};

/** Dependencies of a client. */
export interface ApiClientOptions {
  /** Address of the service with its version prefix, such as `https://host/api/v1`. */
  readonly baseUrl: string;
  /** Sent to the base URL only, and not to public operations. */
  readonly apiKey: string;
  /** Header that carries the key. */
  readonly keyHeader?: 'authorization' | 'x-api-key' | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Longest time for one try of a JSON call, reply included. */
  readonly timeoutMs?: number | undefined;
  /** Longest time without a byte moving in an upload or a download. */
  readonly idleTimeoutMs?: number | undefined;
  readonly timing?: Timing | undefined;
}

/** {@link ApiClientOptions} with every default filled in. */
export interface ClientContext {
  /** URL without a trailing slash. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly timing: Timing;
}

/** Fills in the defaults. Throws a `TypeError` when the base address is not one. */
export function toClientContext(options: ApiClientOptions): ClientContext {
  const url = new URL(options.baseUrl);
  return {
    baseUrl: `${url.origin}${trimEnd(url.pathname, '/')}`,
    origin: url.origin,
    keyHeaders:
      options.keyHeader === 'x-api-key'
        ? { 'x-api-key': options.apiKey }
        : { authorization: `Bearer ${options.apiKey}` },
    fetch: options.fetch ?? globalThis.fetch,
    retry: { ...defaultRetryPolicy, ...options.retry },
    timeoutMs: options.timeoutMs ?? 30_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
    timing: options.timing ?? systemTiming,
  };
}
