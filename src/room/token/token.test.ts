import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClaims, signToken } from './token.ts';

const key = { apiKey: 'key', apiSecret: 'a secret of enough letters for a test' };
const nowMs = 1_800_000_000_000;
const claims = { sub: 'someone', exp: nowMs / 1000 + 60, video: { room: 'r', roomJoin: true } };

describe('a token', () => {
  it('comes back as it was signed', () => {
    const token = signToken(key, { ...claims, name: 'Some One' });
    expect(findClaims(key, token, nowMs)).toEqual({ iss: 'key', ...claims, name: 'Some One' });
  });

  it('is over five seconds after its end', () => {
    const token = signToken(key, claims);
    expect(findClaims(key, token, claims.exp * 1000 + 4_900)).not.toBe(null);
    expect(findClaims(key, token, claims.exp * 1000 + 5_100)).toBe(null);
  });

  it('is nothing after any change', () => {
    const token = signToken(key, claims);
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        (at, letter) => {
          fc.pre(token[at] !== letter);
          const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
          const found = findClaims(key, changed, nowMs);
          // The last letter of a segment has bits that no byte uses.
          expect(
            found === null || JSON.stringify(found) === JSON.stringify({ iss: 'key', ...claims }),
          ).toBe(true);
        },
      ),
    );
  });

  it('is nothing for another secret', () => {
    const token = signToken({ ...key, apiSecret: `${key.apiSecret}.` }, claims);
    expect(findClaims(key, token, nowMs)).toBe(null);
  });
});
