import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it('that only the first image changes is so anyway', () => {
  const prompt = 'Black and white for the first one only, leave the other two alone';
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures: 3 });
  expect(steps).toMatchObject([{ grade: 'black_and_white' }]);
  expect([...notOffered, ...notUnderstood]).toEqual([]);
});

it('another image is not the first', () => {
  expect(readPrompt('black and white for the second one only', { pictures: 3 }).steps).toEqual([]);
});
