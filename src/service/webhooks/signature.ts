/**
 * Signatures of deliveries: the header of the specification (`X-Service-Signature`, hex HMAC-SHA256 of the raw
 * body) and the three of Standard Webhooks.
 */
import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX, webhookHeaders } from '../../contract/api/webhooks.ts';

/** The secrets in force. While a rotation settles, the old one signs beside the new one. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous: string | null;
}

/**
 * Headers of one attempt. `deliveryId` stays the same over all attempts, the timestamp does not.
 *
 * The header of the specification has room for one signature, and a receiver may know the new secret or
 * still the old one. While both are valid, attempts are signed with them in turn, so that either receiver
 * can verify the first attempt or the second.
 */
export function toSignedHeaders(delivery: {
  readonly deliveryId: string;
  readonly event: string;
  readonly body: Uint8Array;
  readonly secrets: SigningSecrets;
  /** Number of the attempt, from 1. */
  readonly attemptNo: number;
  readonly nowMs: number;
}): Record<string, string> {
  const { deliveryId, body, secrets } = delivery;
  const timestamp = String(Math.floor(delivery.nowMs / 1000));
  const signed = { deliveryId, timestamp, body };
  const all = secrets.previous === null ? [secrets.current] : [secrets.current, secrets.previous];
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Guise-Webhooks/1',
    [webhookHeaders.event]: delivery.event,
    [webhookHeaders.signature]: toBodySignature(body, pickSecret(secrets, delivery.attemptNo)),
    [webhookHeaders.standardId]: deliveryId,
    [webhookHeaders.standardTimestamp]: timestamp,
    [webhookHeaders.standardSignature]: all
      .map((secret) => toStandardSignature(secret, signed))
      .join(' '),
  };
  if (secrets.previous !== null) {
    headers[webhookHeaders.previousSignature] = toBodySignature(body, secrets.previous);
  }
  return headers;
}

function pickSecret({ current, previous }: SigningSecrets, attemptNo: number): string {
  return attemptNo % 2 === 1 ? current : (previous ?? current);
}

/** Hex HMAC-SHA256 of the raw body, keyed with the secret as it was shown. */
export function toBodySignature(body: Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function toStandardSignature(
  secret: string,
  signed: { readonly deliveryId: string; readonly timestamp: string; readonly body: Uint8Array },
): string {
  const key = secret.startsWith(WEBHOOK_SECRET_PREFIX)
    ? Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret);
  const mac = createHmac('sha256', key)
    .update(`${signed.deliveryId}.${signed.timestamp}.`)
    .update(signed.body);
  return `v1,${mac.digest('base64')}`;
}
