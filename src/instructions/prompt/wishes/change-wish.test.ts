import { expect, it } from 'vitest';
import { acceptProposal, amountOf, removeWish, setWishAmount } from './change-wish.ts';
import { everydayPrompts } from './everyday-prompts.ts';
import { readPrompt } from '../read-prompt.ts';
import { proposeWishes } from './propose-wishes.ts';

const prompts = `${everydayPrompts.en}\n${everydayPrompts.de}`
  .split('\n')
  .flatMap((line) => line.split(' => ').slice(0, 1))
  .filter((prompt) => prompt !== '');
const options = { pictures: 4 };

it('takes a wish out of a prompt and leaves the others', () => {
  const prompt = 'Blur the background, make it warmer and whiten my teeth.';
  const read = readPrompt(prompt, options);
  const left = read.understood.map((part) => {
    const written = removeWish(prompt, part, options) ?? '';
    return readPrompt(written, options).steps.map(({ kind }) => kind);
  });
  expect(left).toEqual([
    ['grade', 'whiten_teeth'],
    ['background_blur', 'whiten_teeth'],
    ['background_blur', 'grade'],
  ]);
});

it('gives a wish another amount, and again another', () => {
  const prompt = 'etwas wärmer und mehr Kontrast';
  const [part] = readPrompt(prompt, options).understood;
  expect(amountOf(part!)).toBe(0.35);
  const more = setWishAmount(prompt, part!, { amount: 0.8, options })!;
  const [warmer] = readPrompt(more, options).understood;
  expect(amountOf(warmer!)).toBe(0.8);
  const less = setWishAmount(more, warmer!, { amount: 0.1, options })!;
  expect(readPrompt(less, options).steps).toMatchObject([
    { grade: 'warmer', amount: 0.1 },
    { grade: 'more_contrast' },
  ]);
});

it('can do so with most prompts, and never changes another wish', () => {
  let [asked, done] = [0, 0];
  for (const prompt of prompts) {
    const { understood } = readPrompt(prompt, options);
    for (const part of understood.filter(({ steps }) => steps.length > 0)) {
      const amount = amountOf(part) === null ? null : 0.9;
      const written =
        amount === null
          ? removeWish(prompt, part, options)
          : setWishAmount(prompt, part, { amount, options });
      asked += 1;
      done += written === null ? 0 : 1;
    }
  }
  expect(done / asked).toBeGreaterThan(0.9);
});

it.each([
  [
    'transparent bg, then a cartoon of me with wobbly outlines',
    'transparent bg, then cartoon',
    ['background_transparent', 'style'],
  ],
  [
    'doppelt so groß fürs Wohnzimmer, und Hintergrund unscharf',
    'doppelt so groß, und Hintergrund unscharf',
    ['background_blur', 'enlarge'],
  ],
  [
    'wärmer, und das Wort ANGEBOT in Rot an den oberen Rand',
    'Wort ANGEBOT in Rot. wärmer',
    ['grade', 'words'],
  ],
])('writes a proposal instead of its clause, and leaves the others: %s', (prompt, text, kinds) => {
  const [proposal] = proposeWishes(prompt, readPrompt(prompt, options), options);
  expect(acceptProposal(prompt, proposal!, options)).toBe(text);
  expect(
    readPrompt(text, options)
      .steps.map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(kinds);
});

it('writes no proposal that would not be read beside the other words', () => {
  const prompt = 'weniger grün im gesicht, mehr kontrast, aber den hintergrund lass so';
  const [proposal] = proposeWishes(prompt, readPrompt(prompt, options), options);
  expect(proposal?.part.words).toBe('weniger grün');
  expect(acceptProposal(prompt, proposal!, options)).toBeNull();
});
