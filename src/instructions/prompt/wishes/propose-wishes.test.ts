import { expect, it } from 'vitest';
import type { PromptOptions } from '../prompt.ts';
import { MAX_PROMPT_CHARS, readPrompt } from '../read-prompt.ts';
import { proposeWishes } from './propose-wishes.ts';

function propose(prompt: string, options: PromptOptions = {}): string[] {
  const read = readPrompt(prompt, options);
  return proposeWishes(prompt, read, options).map(({ part }) => part.words);
}

it.each([
  ['transparent bg, then a cartoon of me with wobbly outlines', 'cartoon'],
  ['doppelt so groß fürs Wohnzimmer', 'doppelt so groß'],
  ['club jersey should be purple', 'jersey should be purple'],
  ['Regen, und der Titel LO-FI BEATS', 'Titel LO-FI BEATS'],
  ['It would hang in the hallway if it looked like an oil painting', 'painting'],
])('proposes the words of a clause that would be understood alone: %s', (prompt, words) => {
  expect(readPrompt(prompt).steps.length).toBeLessThan(2);
  expect(propose(prompt)).toEqual([words]);
});

it('keeps the marks between the words of a proposal', () => {
  expect(propose('rainy night, neon light from the right, and the title LO-FI BEATS')).toContain(
    'title LO-FI BEATS',
  );
});

it.each([
  'the sky a little darker',
  'the cat on my lap sharp',
  'room out of focus but the cat on my lap sharp',
  'change “2022” on the banner to “2025”',
  'never again a watercolour with frills',
  'a watercolour without the frills',
  'noch unser alter Dackel',
  'qwertz',
  'blur the background',
  '',
])('proposes nothing where other words decide: %s', (prompt) => {
  expect(propose(prompt)).toEqual([]);
});

it.each([
  'rather than cartoon something fancy',
  'instead of a cartoon something fancy',
  'statt Ölgemälde was Cooles',
  "don't you dare make a cartoon of my qwertz",
  'my mum hates cartoon style stuff',
  'der Comic auf dem Regal ist doof',
  'I have had enough cartoon qwertz',
  'too much snow qwertz',
  'turn off the cartoon qwertz',
  'verschone mich mit Pixel Art Zeug',
  'nimm nicht das Strandfoto als Hintergrund',
  'Licht von oben, nein danke',
  'brighter, but only the sky',
  'brighter, only the left half',
  'nicht nur die Wand heller',
  'my lips look purple, fix that',
])('proposes nothing that is denied, complained of or confined: %s', (prompt) => {
  expect(propose(prompt, { pictures: 2 })).toEqual([]);
});

it('proposes nothing that is done anyway', () => {
  expect(propose('watercolour, and a watercolour of the qwertz')).toEqual([]);
});

it('proposes the same wish once', () => {
  expect(propose('a qwertz cartoon of the asdf, a cartoon of the yxcv')).toHaveLength(1);
});

it('proposes only what is possible with these files', () => {
  expect(propose('pencil sketch of the qwertz', { isVideo: true, pictures: 0 })).toEqual([]);
});

it('takes a bounded number of readings for the longest prompt', () => {
  const prompt = 'a qwertz cartoon of the asdf yxcv, '.repeat(100).slice(0, MAX_PROMPT_CHARS);
  const start = process.cpuUsage();
  propose(prompt);
  const { user } = process.cpuUsage(start);
  expect(user / 1000).toBeLessThan(2000);
});
