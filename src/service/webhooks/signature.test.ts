import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toSignedHeaders } from './signature.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const previous = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const body = new TextEncoder().encode('{"id":"1","status":"succeeded"}');
const delivery = {
  deliveryId: 'd1',
  event: 'job.completed',
  body,
  attemptNo: 1,
  nowMs: 1_700_000_000_900,
};

describe('the headers of a delivery', () => {
  it('carry the event and the hex HMAC of the raw body under the secret as shown', () => {
    const headers = toSignedHeaders({ ...delivery, secrets: { current: secret, previous: null } });
    expect(headers['X-Service-Event']).toBe('job.completed');
    expect(headers['X-Service-Signature']).toBe(
      createHmac('sha256', secret).update(body).digest('hex'),
    );
    expect(headers).not.toHaveProperty('X-Service-Signature-Previous');
  });

  it('carry the three of Standard Webhooks', () => {
    const headers = toSignedHeaders({ ...delivery, secrets: { current: secret, previous: null } });
    const mac = createHmac('sha256', Buffer.alloc(32, 7))
      .update(`d1.1700000000.${Buffer.from(body).toString()}`)
      .digest('base64');
    expect(headers).toMatchObject({
      'webhook-id': 'd1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${mac}`,
    });
  });

  it('sign the one header of the specification with either secret in turn while a rotation settles', () => {
    const sign = (attemptNo: number, old: string | null): string | undefined =>
      toSignedHeaders({ ...delivery, attemptNo, secrets: { current: secret, previous: old } })[
        'X-Service-Signature'
      ];
    const [byNew, byOld] = [secret, previous].map((key) =>
      createHmac('sha256', key).update(body).digest('hex'),
    );
    expect([1, 2, 3, 4].map((attempt) => sign(attempt, previous))).toEqual([
      byNew,
      byOld,
      byNew,
      byOld,
    ]);
    expect([1, 2, 3, 4].map((attempt) => sign(attempt, null))).toEqual(Array(4).fill(byNew));
  });

  it('sign with both secrets while a rotation settles', () => {
    const headers = toSignedHeaders({ ...delivery, secrets: { current: secret, previous } });
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(headers['X-Service-Signature-Previous']).toBe(
      createHmac('sha256', previous).update(body).digest('hex'),
    );
  });
});
