import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  ['make a collage of my three cats', 3, 'collage'],
  ['aus den vier Hundebildern eine Collage', 4, 'collage'],
  ['Mein Produkt soll auf weißem Hintergrund stehen', 1, 'background_colour'],
])('what images show is no wish: %s', (prompt, pictures, kind) => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  expect(steps.map((step) => step.kind)).toEqual([kind]);
  expect([...notOffered, ...notUnderstood]).toEqual([]);
});
