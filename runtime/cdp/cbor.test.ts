import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from './cbor.ts';

const texts = fc.string({ unit: 'binary' });
const messages = fc.dictionary(
  fc.oneof(texts, fc.constant('__proto__')),
  fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.string({ unit: 'binary', minLength: 250, maxLength: 70_000 }),
  ),
);

it('decodes the encoded values', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const plain = { ...message } as Parameters<typeof encodeMessage>[0];
      expect(decodeMessage(encodeMessage(plain))).toEqual({ ...message });
    }),
    { numRuns: 300 },
  );
});

it('keeps text that is not well-formed', () => {
  const half = String.fromCharCode(0xd800);
  const text = `a${half}b${half.repeat(70_000)}`;
  expect(decodeMessage(encodeMessage({ text }))).toEqual({ text });
});

it('omits undefined properties', () => {
  expect(decodeMessage(encodeMessage({ a: undefined, b: [], c: {} }))).toEqual({ b: [], c: {} });
});

it('writes as RFC 8949 and the browser ask', () => {
  const hex = (message: Parameters<typeof encodeMessage>[0]): string =>
    Buffer.from(encodeMessage(message)).toString('hex');
  expect(hex({})).toBe('d8185a00000002bfff');
  expect(hex({ id: 500 })).toBe('d8185a00000008bf6269641901f4ff');
  expect(hex({ a: [-1, true, null, 0.5, 'é'] })).toBe(
    'd8185a0000001cbf6161d8185a000000119f20f5f6fb3fe000000000000062c3a9ffff',
  );
});

it('shows binary fields as base64', () => {
  const bytes = Buffer.from('d8185a0000000bbf6161d6450102030405ff', 'hex');
  expect(decodeMessage(bytes)).toEqual({ a: Buffer.from([1, 2, 3, 4, 5]).toString('base64') });
});

it('refuses damaged bytes with a RangeError, for any bytes', () => {
  const whole = encodeMessage({ id: 7, params: { list: ['x', 1.5, null], text: 'é'.repeat(40) } });
  const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 });
  fc.assert(
    fc.property(changes, fc.nat(whole.length), (edits, length) => {
      const bytes = whole.slice(0, length);
      for (const [place, value] of edits) {
        bytes[place] = value;
      }
      try {
        decodeMessage(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 2000 },
  );
  const deep = Buffer.alloc(5000, 0x9f);
  expect(() => decodeMessage(deep)).toThrow(RangeError);
});
