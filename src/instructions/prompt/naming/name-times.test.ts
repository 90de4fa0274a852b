import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each(['turn day into night', 'Mach aus dem Tag eine Nacht'])('night of day: %s', (prompt) => {
  expect(readPrompt(prompt).steps).toMatchObject([{ grade: 'night' }]);
});

it('no day is made of night', () => {
  expect(readPrompt('turn night into day').steps).toEqual([]);
});
