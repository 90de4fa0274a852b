import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  ['put a thin gold border around it', 'border'],
  ['dünner Rahmen', 'border'],
  ['Comicstil mit dicken schwarzen Linien', 'style'],
])('what is said of a width is reported: %s', (prompt, kind) => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt);
  expect(steps.map((step) => step.kind)).toEqual([kind]);
  expect(notOffered.map(({ wish }) => wish)).toEqual(['line_width']);
  expect(notUnderstood).toEqual([]);
});

it('the ink of a cartoon is no wish of its own', () => {
  const { steps, notOffered, notUnderstood } = readPrompt('cartoon with black outlines');
  expect(steps).toMatchObject([{ style: 'cartoon' }]);
  expect([...notOffered, ...notUnderstood]).toEqual([]);
});

it('lines of another colour are not drawn in black', () => {
  expect(readPrompt('cartoon with red outlines').steps).toEqual([]);
});
