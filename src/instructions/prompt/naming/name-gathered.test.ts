import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  ['make the two of us stand together like we’re in one photo', 2, ['group']],
  ['Setz mich neben meinen Bruder', 2, ['group']],
  [
    'Put all four of us together in one picture in front of a beach',
    4,
    ['group', 'background_scene'],
  ],
])('people of several images are a group: %s', (prompt, pictures, kinds) => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  expect(steps.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
  expect([...notOffered, ...notUnderstood]).toEqual([]);
});

it('one image has no further people', () => {
  expect(readPrompt('put me next to my brother', { pictures: 1 }).steps).toEqual([]);
});
