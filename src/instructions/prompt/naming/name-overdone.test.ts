import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  ['more vibrant but not oversaturated', { grade: 'more_saturated', amount: 0.35 }],
  ['heller, aber nicht überbelichtet', { grade: 'brighter', amount: 0.35 }],
  ['whiten my teeth but not so that it looks fake', { kind: 'whiten_teeth', amount: 0.35 }],
])('what is not to be overdone is done with less strength: %s', (prompt, step) => {
  const { steps, notUnderstood } = readPrompt(prompt);
  expect(steps).toMatchObject([step]);
  expect(notUnderstood).toEqual([]);
});

it('something overexposed that is not denied is a complaint', () => {
  expect(readPrompt('the picture is overexposed').steps).toMatchObject([{ grade: 'darker' }]);
});

it.each([
  ["cinematic look, but don't make my skin orange", 'cinematic', 'skin'],
  ['wärmer, aber die Haut soll nicht orange werden', 'warmer', 'skin'],
])('a part that is not to take a colour stays: %s', (prompt, grade, region) => {
  expect(readPrompt(prompt).steps).toMatchObject([{ grade, where: { region, isInverted: true } }]);
});

it.each(['mach das Licht in Bild 1 so wie in Bild 2', 'gleiche Stimmung wie auf dem 2. Bild'])(
  'light like that of another image matches it: %s',
  (prompt) => {
    expect(readPrompt(prompt, { pictures: 2 }).steps).toMatchObject([
      { kind: 'match_colours', picture: 2 },
    ]);
  },
);
