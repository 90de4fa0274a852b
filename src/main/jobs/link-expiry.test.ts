import { expect, it } from 'vitest';
import { findLinkExpiry } from './link-expiry.ts';

const nowMs = Date.UTC(2026, 0, 31, 9, 0, 0);
const at = (url: string): string | null => {
  const expiresAtMs = findLinkExpiry(url, nowMs);
  return expiresAtMs === null ? null : new Date(expiresAtMs).toISOString();
};

it('reads the expiry of a link from its signature', () => {
  const noon = Date.UTC(2026, 0, 31, 12) / 1_000;
  expect(at(`https://a.example/o.mp4?expires=${noon}&key=1&signature=x`)).toBe(
    '2026-01-31T12:00:00.000Z',
  );
  expect(at(`https://a.example/o?Expires=${noon}&Signature=x`)).toBe('2026-01-31T12:00:00.000Z');
  const amazon = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260131T090000Z&X-Amz-Expires=3600';
  expect(at(`https://b.s3.example/o?${amazon}`)).toBe('2026-01-31T10:00:00.000Z');
  const google = 'X-Goog-Date=20260131T090000Z&X-Goog-Expires=60';
  expect(at(`https://g.example/o?${google}`)).toBe('2026-01-31T09:01:00.000Z');
  expect(at('https://z.example/o?se=2026-02-01T00%3A00%3A00Z&sig=x')).toBe(
    '2026-02-01T00:00:00.000Z',
  );
});

it('knows nothing of a link that does not say, or says nonsense', () => {
  const urls = ['https://a.example/o.mp4', '/files/o?expires=soon', 'https://a.example/?expires='];
  for (const url of [...urls, 'no address at all', 'https://a.example/?expires=999999999999']) {
    expect(at(url)).toBeNull();
  }
});
