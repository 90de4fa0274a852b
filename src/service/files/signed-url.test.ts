import { describe, expect, it } from 'vitest';
import { createUrlSigner, deriveLinkKey, linkValidityMs } from './signed-url.ts';

const nowMs = Date.UTC(2026, 0, 1);
const path = '/api/v1/files/outputs/1.mp4';
const old = { version: 1, key: deriveLinkKey(new Uint8Array(32).fill(1)) };
const next = { version: 2, key: deriveLinkKey(new Uint8Array(32).fill(2)) };
const signer = createUrlSigner([old]);
const link = signer.sign(path, nowMs + linkValidityMs);

function toQuery(signed: string): Record<string, string> {
  return Object.fromEntries(new URL(signed, 'http://host').searchParams);
}

function readCode(check: () => void): string {
  try {
    check();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('a signed link', () => {
  it('is good for seven days', () => {
    const query = toQuery(link);
    expect(readCode(() => signer.check(path, query, nowMs))).toBe('accepted');
    expect(readCode(() => signer.check(path, query, nowMs + 7 * 86_400_000 - 1))).toBe('accepted');
    expect(readCode(() => signer.check(path, query, nowMs + 7 * 86_400_000))).toBe('forbidden');
  });

  it.each(['expires', 'key', 'signature'])('is forbidden without or with another %s', (field) => {
    const { [field]: _, ...rest } = toQuery(link);
    const changed = { ...toQuery(link), [field]: `${toQuery(link)[field]}0` };
    expect(readCode(() => signer.check(path, rest, nowMs))).toBe('forbidden');
    expect(readCode(() => signer.check(path, changed, nowMs))).toBe('forbidden');
    const twice = { ...toQuery(link), [field]: [toQuery(link)[field], 'x'] };
    expect(readCode(() => signer.check(path, twice, nowMs))).toBe('forbidden');
  });

  it('opens its own path only', () => {
    expect(readCode(() => signer.check(`${path}x`, toQuery(link), nowMs))).toBe('forbidden');
  });

  it('outlives a change of keys until the old key is dropped', () => {
    const rotated = createUrlSigner([next, old]);
    expect(readCode(() => rotated.check(path, toQuery(link), nowMs))).toBe('accepted');
    expect(toQuery(rotated.sign(path, nowMs))['key']).toBe('2');
    expect(readCode(() => createUrlSigner([next]).check(path, toQuery(link), nowMs))).toBe(
      'forbidden',
    );
  });
});
