import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from './cbor.ts';
import { maxMessageBytes, MessageSplitter } from './framing.ts';

function split(bytes: Uint8Array, cuts: readonly number[]): unknown[] {
  const seen: unknown[] = [];
  const splitter = new MessageSplitter((message) => seen.push(decodeMessage(message)));
  let start = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    splitter.push(bytes.subarray(start, cut));
    start = cut;
  }
  return seen;
}

it('finds the same messages wherever the stream is cut', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(texts, fc.array(fc.nat()), (list, places) => {
      const messages = list.map((text) => ({ text }));
      const bytes = Buffer.concat(messages.map(encodeMessage));
      const cuts = places.map((place) => place % (bytes.length + 1));
      expect(split(bytes, cuts)).toEqual(messages);
    }),
  );
});

it('takes a stream byte by byte', () => {
  const messages = [{ a: 1 }, { b: 'x'.repeat(100) }];
  const bytes = Buffer.concat(messages.map(encodeMessage));
  expect(
    split(
      bytes,
      Array.from(bytes, (_, index) => index),
    ),
  ).toEqual(messages);
});

it('keeps an unfinished message to itself', () => {
  const bytes = Buffer.concat([encodeMessage({ a: 1 }), encodeMessage({ b: 2 }).subarray(0, 9)]);
  expect(split(bytes, [])).toEqual([{ a: 1 }]);
});

it('refuses invalid messages, and one that claims to be too long', () => {
  expect(() => split(Buffer.from('{"a":1}\0'), [])).toThrow('no message');
  const huge = Buffer.from(encodeMessage({}));
  huge.writeUInt32BE(maxMessageBytes, 3);
  expect(() => split(huge, [4])).toThrow(RangeError);
});
