import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const kindsOf = (prompt: string): readonly string[] =>
  readPrompt(prompt).steps.map(({ kind }) => kind);

describe('clauses that are done only in part', () => {
  it.each([
    'dye my hair blue and pink',
    'make my shirt red and white',
    'Augen grün und blau',
    'dye half of my hair blue',
    'the redness of the sunset is too strong',
    'reduce the redness of the picture',
    'should my hair be blonde?',
    'rote Augen',
    'from black and white to colour',
    'nobody but me should be visible',
    'is the person on the left blurred?',
  ])('are not done: %s', (prompt) => {
    expect(kindsOf(prompt)).toEqual([]);
  });

  it.each([
    ['white background and black and white', ['background_colour', 'grade']],
    ['reduce the redness of my face in this picture', ['reduce_redness']],
    ['rote Augen entfernen', ['fix_red_eyes']],
  ])('leave those that are understood: %s', (prompt, kinds) => {
    expect(kindsOf(prompt)).toEqual(kinds);
  });
});
