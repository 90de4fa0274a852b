import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { frameMessage, MessageSplitter } from './framing.ts';

function split(bytes: Uint8Array, cuts: readonly number[]): string[] {
  const seen: string[] = [];
  const splitter = new MessageSplitter((text) => seen.push(text));
  let start = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    splitter.push(bytes.subarray(start, cut));
    start = cut;
  }
  return seen;
}

it('finds the same messages wherever the stream is cut', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')));
  fc.assert(
    fc.property(texts, fc.array(fc.nat()), (messages, places) => {
      const bytes = Buffer.from(messages.map(frameMessage).join(''), 'utf8');
      const cuts = places.map((place) => place % (bytes.length + 1));
      const expected = messages.map((text) => Buffer.from(text, 'utf8').toString('utf8'));
      expect(split(bytes, cuts)).toEqual(expected);
    }),
  );
});

it('keeps an unfinished message to itself', () => {
  expect(split(Buffer.from('{"a":1}\0{"b"'), [])).toEqual(['{"a":1}']);
});
