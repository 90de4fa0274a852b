import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { fingerprint } from './fingerprint.ts';

describe('fingerprint', () => {
  const anyBody = fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((body) => JSON.parse(JSON.stringify(body)) as JsonObject);

  it('does not depend on the order of fields', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(fingerprint('avatar', reverse(body) as JsonObject, null)).toBe(
          fingerprint('avatar', body, null),
        );
      }),
    );
  });

  it('depends on everything else', () => {
    const prints = [
      fingerprint('avatar', { a: 1 }, null),
      fingerprint('lip-sync', { a: 1 }, null),
      fingerprint('avatar', { a: '1' }, null),
      fingerprint('avatar', { a: [1] }, null),
      fingerprint('avatar', { a: 1, b: null }, null),
      fingerprint('avatar', { a: 1 }, 'https://example.com/'),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});

function reverse(value: Json): Json {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map(reverse);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([field, inner]) => [field, reverse(inner)]),
      )
    : value;
}
