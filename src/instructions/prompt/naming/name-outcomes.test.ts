import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const kindsOf = (prompt: string, pictures = 1): string[] =>
  readPrompt(prompt, { pictures }).steps.map(({ kind }) => kind);

it.each([
  ['setz mich vor Bild 2, und bitte so dass das Licht passt', 2, ['background_picture']],
  ['beach background so that the light looks right', 1, ['background_scene']],
  ['nobody likes black and white', 1, []],
  ['niemand mag schwarzweiß', 1, []],
])('reports the outcome of “%s”', (prompt, pictures, kinds) => {
  const { notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  expect(kindsOf(prompt, pictures)).toEqual(kinds);
  expect(notOffered.length + notUnderstood.length).toBeGreaterThan(0);
});

it('leaves what is approved and the sides of a light', () => {
  expect(readPrompt('Licht passt, bitte nur schärfer').notUnderstood).toEqual([]);
  expect(kindsOf('light from the right')).toEqual(['relight']);
});
