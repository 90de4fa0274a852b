import { jobSchema } from './resources/job.ts';
import { limits } from './limits.ts';

/** Body of a webhook: the job, as its status endpoint shows it. */
export const webhookPayloadSchema = jobSchema;

/** Value of `X-Service-Event`; there is no other event. */
export const WEBHOOK_EVENT = 'job.completed';

/**
 * Headers of a delivery. The first two are defined by the specification; the `webhook-` ones are those of
 * Standard Webhooks, which also sign the time of the attempt.
 */
export const webhookHeaders = {
  event: 'X-Service-Event',
  /**
   * Hex HMAC-SHA256 of the raw body; key: the secret as shown, as UTF-8 bytes. While a rotated secret is
   * still valid: the new one at odd attempts, the old one at even ones.
   */
  signature: 'X-Service-Signature',
  /** The same with the old secret, only while a rotated secret is still valid. */
  previousSignature: 'X-Service-Signature-Previous',
  /** Id of the event: the same for every attempt. */
  standardId: 'webhook-id',
  /** Time of the attempt in whole seconds since 1970. */
  standardTimestamp: 'webhook-timestamp',
  /**
   * `v1,` and base64 HMAC-SHA256 of `<id>.<timestamp>.<body>`; key: the bytes whose base64 follows
   * `whsec_` in the secret. One entry for each valid secret, separated by a space.
   */
  standardSignature: 'webhook-signature',
} as const;

/** Start of a webhook secret; base64 of 32 random bytes follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/**
 * Retry schedule of deliveries, times in milliseconds. The delay before attempt n is `firstDelayMs` ×
 * `factor`^(n−2), `maxDelayMs` at most, varied by `jitter`; attempt 1 follows at once.
 */
export const webhookSchedule = {
  attempts: limits.webhookAttempts,
  firstDelayMs: 5000,
  factor: 3,
  maxDelayMs: 12 * 3_600_000,
  /** Part of the delay by which it may be shorter or longer. */
  jitter: 0.2,
  connectTimeoutMs: 5000,
  headersTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  /** Bytes of the receiver's reply that are read at most. */
  maxReplyBytes: 65_536,
  /** Time for which an old secret stays valid after a rotation. */
  secretOverlapMs: 24 * 3_600_000,
} as const;
