import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each(['the jacket as if made of gold', 'die Jacke aus Gold'])(
  'takes a metal after “of” for no colour: %s',
  (prompt) => {
    expect(readPrompt(prompt).steps).toEqual([]);
  },
);

it('takes it for a colour otherwise', () => {
  expect(readPrompt('a golden jacket').steps).toMatchObject([{ kind: 'part_colour' }]);
});
