import { AppError, type ErrorCode, type WireError } from '../../base/errors.ts';

/** Delay after which a job that could not be sent is sent again. */
export interface ResendDecision {
  readonly delayMs: number;
  /** Scope of the reason: all jobs of the service, or this one. */
  readonly of: 'service' | 'job';
}

/** Longest wait that a service may ask for. Also how far ahead a stored time can be: the clock may have been set. */
export const longestDelayMs = 3_600_000;

const firstDelayMs = 5_000;
const maxDelayMs = 60_000;
/** Money comes from outside; a job that ends releases some, and triggers a retry immediately. */
const creditDelayMs = 120_000;
/** Temporary refusals, which hold for all jobs of a service. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'at_capacity',
  'service_unreachable',
  'vault_unavailable',
]);
/** Errors after which it is unknown whether the service did the work. */
const open: ReadonlySet<ErrorCode> = new Set([
  'service_unreachable',
  'internal_error',
  'bad_reply',
  'cancelled',
]);
/** Refusals before the service checks for an earlier submit with the same key. */
const early: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'unauthorized',
  'forbidden',
  'vault_unavailable',
  'key_mismatch',
]);
/** Times that a job is sent whose service fails about it. */
const maxTries = 5;

/**
 * Decides about a job that was refused before its service had it: transient refusals are waited out, any other
 * returns null and fails the job. `tries` are the consecutive refusals so far.
 */
export function decideResend(error: unknown, tries: number): ResendDecision | null {
  if (!(error instanceof AppError)) {
    return null;
  }
  const growingMs = Math.min(firstDelayMs * 2 ** tries, maxDelayMs);
  const { code } = error;
  if (code === 'internal_error') {
    return tries + 1 < maxTries ? { delayMs: growingMs, of: 'job' } : null;
  }
  if (code === 'insufficient_credits') {
    return { delayMs: creditDelayMs, of: 'service' };
  }
  return passing.has(code)
    ? { delayMs: Math.min(findRetryAfter(error) ?? growingMs, longestDelayMs), of: 'service' }
    : null;
}

/** Returns whether a result that could not be collected may be available later. */
export function isTransientError(error: unknown): error is AppError {
  return error instanceof AppError && error.isRetryable;
}

/** Delay in milliseconds requested by a service; null without one. */
function findRetryAfter({ details }: Pick<WireError, 'details'>): number | null {
  const requested = details?.['retry_after_ms'];
  return typeof requested === 'number' && requested > 0 ? requested : null;
}

/**
 * Returns whether a refused submit has certainly not created a job. Some refusals come before the service checks for an
 * earlier submit with the same key, and some leave the outcome open: then it may still have the job of an earlier
 * attempt.
 */
export function isCertainlyNotSubmitted(error: unknown, wasOpenBefore: boolean): boolean {
  if (!(error instanceof AppError) || open.has(error.code)) {
    return false;
  }
  return !early.has(error.code) || !wasOpenBefore;
}
