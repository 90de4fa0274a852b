import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  ['less grain please, i filmed it at night with my phone', ['denoise']],
  ['es rauscht so, wurde nachts mit dem Handy gefilmt', ['denoise']],
  ['weniger Sättigung bitte, das ist ja bunt wie ein Papagei', ['grade']],
  ['heller bitte, es war abends und nur die Schreibtischlampe an', ['grade']],
])('what is told along is neither refused nor reported: %s', (prompt, kinds) => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt);
  expect(steps.map(({ kind }) => kind)).toEqual(kinds);
  expect([...notOffered, ...notUnderstood]).toEqual([]);
});

it.each([
  'brighten it, and the lamp should go',
  'brighter, and put a phone in my hand',
  'The wall is beige, remove the poster',
  'make it warmer and the cat bigger',
])('what is asked for is still refused: %s', (prompt) => {
  expect(readPrompt(prompt).notOffered.length).toBeGreaterThan(0);
});

it('a remark that nothing divides from its wish leaves the wish', () => {
  const { steps, notUnderstood } = readPrompt(
    'get rid of the bags under my eyes i slept like 3 hours',
  );
  expect(steps).toMatchObject([{ kind: 'lighten_under_eyes' }]);
  expect(notUnderstood).toEqual(['slept 3 hours']);
});

it('a reason that names a part keeps the wish at that part', () => {
  expect(readPrompt('der Hintergrund wirkt langweilig, was Wärmeres').steps).toEqual([]);
});
