/** Names of the headers of the API beside the usual ones, in their written form. */
export const headerNames = {
  apiKey: 'X-API-Key',
  idempotencyKey: 'Idempotency-Key',
  retryAfter: 'Retry-After',
  rateLimit: 'RateLimit-Limit',
  rateRemaining: 'RateLimit-Remaining',
  rateReset: 'RateLimit-Reset',
  errorDetails: 'Error-Details',
} as const;

/** Rate and balance headers of every reply, with their meaning. */
export const rateHeaders = {
  [headerNames.rateLimit]: 'Requests a minute that the key may make.',
  [headerNames.rateRemaining]: 'Requests left right now.',
  [headerNames.rateReset]: 'Seconds until the full number is back.',
  [headerNames.retryAfter]: 'Seconds to wait before the next request; 0 when there is no need.',
} as const;

/** Meaning of the header of a refusal that says what exactly was wrong. */
export const errorDetailsMeaning =
  'What exactly was wrong, as JSON in ASCII: `reason` and the numbers and names that a sentence about it needs, such ' +
  'as `{"reason":"file_too_large","max_mb":45}`. Absent where the code says it all. Skip a reason you do not know.';

/**
 * Reads the key of a request: `Authorization: Bearer <key>` or `X-API-Key: <key>`, null when neither is
 * present. Bearer wins. An `Authorization` of another scheme, such as the Basic of a proxy in front, is
 * ignored.
 */
export function findApiKey(headers: {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
}): string | null {
  if (/^Bearer\b/i.test(headers.authorization ?? '')) {
    return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  }
  return headers.apiKey?.trim() || null;
}

/**
 * Delay in ms requested by a `Retry-After`, from seconds or an HTTP date; null when it is unusable. Never
 * negative.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) {
    return null;
  }
  if (/^\d{1,9}(\.\d+)?$/.test(header.trim())) {
    return Number(header) * 1000;
  }
  // Date.parse takes much else for a date, '-5' for one.
  const atMs = /^[A-Za-z]{3}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
