import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitQuotes } from './quotes.ts';

const quotesOf = (text: string): readonly string[] =>
  splitQuotes(text).flatMap(({ quote }) => (quote === null ? [] : [quote]));

it.each([
  ['write "Live", then “at 8”', ['Live', 'at 8']],
  ["write 'it’s Bob's' on top", ["it’s Bob's"]],
  ["write 'rock 'n' roll' on top", ["rock 'n' roll"]],
  ["'', and 'no end", []],
  ["don't touch my friends' faces, no 'ifs'", ['ifs']],
  ["the friends' 'best' day", ['best']],
])('%s', (text, quotes) => {
  expect(quotesOf(text)).toEqual(quotes);
});

it('loses nothing of a prompt', () => {
  const prompts = fc.stringMatching(/^[ns '’‘‚"“”,.9\n]*$/u);
  fc.assert(
    fc.property(prompts, (prompt) => {
      const stretches = splitQuotes(prompt);
      expect(stretches.map(({ text }) => text).join('')).toBe(prompt);
      for (const { text, quote } of stretches) {
        expect(quote === null || text.slice(1, -1) === quote).toBe(true);
      }
    }),
  );
});
