import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'My room is a mess behind me, can you hide that somehow?',
  'man sieht hinten mein ganzes Chaos, mach das bitte weg',
  'hide the mess behind me',
])('a mess that is to be hidden is blurred: %s', (prompt) => {
  const { steps, notUnderstood } = readPrompt(prompt);
  expect(steps).toMatchObject([{ kind: 'background_blur' }]);
  expect(notUnderstood).toEqual([]);
});

it.each(['my hair is a mess, hide it', 'My kitchen is a mess, swap it for a library'])(
  'another mess is not: %s',
  (prompt) => {
    expect(readPrompt(prompt).steps).toEqual([]);
  },
);
