import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const kindsOf = (prompt: string): readonly string[] =>
  readPrompt(prompt).steps.map(({ kind }) => kind);

describe('parts of several people', () => {
  it.each([
    'make her hair blonde and his hair black',
    'dye her hair blonde, mine red',
    'make my eyes blue and hers green',
    'make her lips red and his eyes blue',
    'ihre Augen blau und meine grün',
    'su pelo rubio y el mío negro',
    "brighten my face, I'm on the left",
  ])('are not all changed: %s', (prompt) => {
    expect(kindsOf(prompt)).toEqual([]);
  });

  it.each([
    ['make my eyes blue and my hair red', 2],
    ['mach ihre Augen blau und ihre Haare rot', 2],
    ['mi pelo rubio y mis ojos verdes', 2],
    ['her eyes blue', 1],
  ])('change where they are those of one person: %s', (prompt, count) => {
    expect(kindsOf(prompt)).toHaveLength(count);
  });
});
