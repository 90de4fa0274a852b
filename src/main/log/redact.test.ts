import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

describe('the redactor', () => {
  it('takes known secrets out, also from addresses and Base64', () => {
    const redactor = createRedactor();
    const secret = 'sk+live/1234567890';
    redactor.addSecret(secret);
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ]) {
      expect(redactor.redactText(`before ${form} after`)).toBe('before [redacted] after');
    }
  });

  it.each([
    'apiKey',
    'api_key',
    'key',
    'Authorization',
    'sessionToken',
    'webhook-secret',
    'KEYS',
    'APIKEY',
  ])('takes the value of %s out', (name) => {
    expect(createRedactor().redactValue({ [name]: 'abc' })).toEqual({ [name]: '[redacted]' });
  });

  it.each(['monkey', 'keyboard', 'path', 'tokens_per_second'])('leaves %s alone', (name) => {
    expect(createRedactor().redactValue({ [name]: 'abc' })).toEqual({ [name]: 'abc' });
  });

  it('takes credentials of a header out of any text', () => {
    expect(createRedactor().redactText('Authorization: Bearer abc.def-123')).toBe(
      'Authorization: Bearer [redacted]',
    );
  });

  it('keeps the text of an error, down to its causes', () => {
    const error = new Error('outer', { cause: new TypeError('inner') });
    expect(createRedactor().redactValue(error)).toMatchObject({
      name: 'Error',
      message: 'outer',
      cause: { name: 'TypeError', message: 'inner' },
    });
  });

  it('is bounded for values that are deep, long, circular or binary', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const text = JSON.stringify(
      createRedactor().redactValue({
        circular,
        long: 'x'.repeat(100_000),
        many: Array.from({ length: 1000 }, () => 1),
        bytes: new Uint8Array(5000),
        big: 10n,
      }),
    );
    expect(text.length).toBeLessThan(6000);
    expect(text).toContain('[5000 bytes]');
  });

  it('redacts known secrets at any position', () => {
    const secret = 'sk-planted-0123456789';
    const redactor = createRedactor();
    redactor.addSecret(secret);
    const holder = fc.oneof(
      fc.string().map((text) => text + secret + text),
      fc.string().map((text) => new Error(text + secret)),
      fc.string().map((text) => ({ [secret + text]: text })),
    );
    fc.assert(
      fc.property(fc.anything(), holder, (other, held) => {
        const written = JSON.stringify(redactor.redactValue({ other, held, list: [held] }));
        expect(written).not.toContain(secret);
      }),
    );
  });
});
