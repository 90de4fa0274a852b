import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { readExternalLink } from './external-link.ts';

describe('a link that opens outside', () => {
  it('is an https address in its normal form', () => {
    expect(readExternalLink(' HTTPS://Example.com/a b')).toBe('https://example.com/a%20b');
  });

  it.each([
    'http://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://host/share',
    'mailto:a@example.com',
    'https://user:pass@example.com',
    'https://user@example.com',
    'example.com',
    'https://',
    '',
  ])('is not %s', (text) => {
    expect(() => readExternalLink(text)).toThrow(AppError);
  });

  it('is refused or https without credentials, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true })), (text) => {
        try {
          const url = new URL(readExternalLink(text));
          expect([url.protocol, url.username, url.password]).toEqual(['https:', '', '']);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' });
        }
      }),
    );
  });
});
