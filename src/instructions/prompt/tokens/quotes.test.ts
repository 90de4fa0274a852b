import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';
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

/** Texts that would be a reason, a question, a denial or a wish if they were not quoted. */
const texts = [
  'ER HAT ES GETAN',
  'Why not?',
  'I was there',
  'because I can',
  'without you',
  'Falls du kannst',
  'Mach es heller',
  'nicht ohne dich',
  'Remove before flight',
  'so blass',
  'Bild 1',
  'Background',
];
const frames = [
  (text: string) => `background darker and “${text}” at the top`,
  (text: string) => `“${text}” in yellow letters`,
  (text: string) => `Hintergrund dunkler und „${text}“ in gelber Schrift`,
  (text: string) => `füg „${text}“ in Weiß hinzu und mach es wärmer`,
];

it.each(texts)('is written whatever it says: %s', (text) => {
  for (const frame of frames) {
    const { steps } = readPrompt(frame(text));
    expect(steps.filter(({ kind }) => kind === 'words')).toMatchObject([{ text }]);
  }
});
