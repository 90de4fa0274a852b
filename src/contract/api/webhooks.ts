import { jobSchema } from './resources/job.ts';
import { limits } from './limits.ts';

/** Body of a webhook: the job, as its status endpoint shows it. */
export const webhookPayloadSchema = jobSchema;

/** Value of `X-Service-Event`; there is no other event. */
export const WEBHOOK_EVENT = 'job.completed';

/**
 * Headers of a delivery. The first two are the ones of the specification, the others those of
 * Standard Webhooks, which also sign the time of the attempt.
 */
export const webhookHeaders = {
  event: 'X-Service-Event',
  /** Hex HMAC-SHA256 of the raw body; key: the secret as shown, as UTF-8 bytes. */
  signature: 'X-Service-Signature',
  /** Id of the event: the same for every attempt. */
  standardId: 'webhook-id',
  /** Time of the attempt in whole seconds since 1970. */
  standardTimestamp: 'webhook-timestamp',
  /**
   * `v1,` and base64 HMAC-SHA256 of {@link toStandardSignedText}; key: the bytes whose base64 follows
   * `whsec_` in the secret. One entry for each valid secret, separated by a space.
   */
  standardSignature: 'webhook-signature',
} as const;

/** Start of a webhook secret; base64 of 32 random bytes follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Text that the signature of Standard Webhooks covers. */
export function toStandardSignedText(id: string, timestampSec: number, body: string): string {
  return `${id}.${timestampSec}.${body}`;
}

/** How deliveries are tried. Times in milliseconds. */
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
  /** How long an old secret stays valid after a rotation. */
  secretOverlapMs: 24 * 3_600_000,
} as const;

/**
 * Delay before attempt `attempt` (2 to 12) without jitter: 5 s × 3^(n−2), 12 h at most. Attempt 1
 * follows at once.
 */
export function toWebhookDelayMs(attempt: number): number {
  if (attempt <= 1) {
    return 0;
  }
  const { firstDelayMs, factor, maxDelayMs } = webhookSchedule;
  return Math.min(firstDelayMs * factor ** (attempt - 2), maxDelayMs);
}

/** A delay with its jitter; `random` is from 0 to 1. */
export function withWebhookJitter(delayMs: number, random: number): number {
  return Math.round(delayMs * (1 + webhookSchedule.jitter * (2 * random - 1)));
}
