import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const kindsOf = (prompt: string): readonly string[] =>
  readPrompt(prompt).steps.map(({ kind }) => kind);

describe('a flaw of the skin and its mend', () => {
  it.each([
    ['my forehead is shiny, fix it', 'reduce_shine'],
    ['my forehead is shiny. less please', 'reduce_shine'],
    ['meine Stirn glänzt, weg damit', 'reduce_shine'],
    ['die Stirn glänzt so, bitte weniger', 'reduce_shine'],
    ['my nose is red, fix it', 'reduce_redness'],
  ])('are one wish: %s', (prompt, kind) => {
    expect(kindsOf(prompt)).toEqual([kind]);
  });

  it.each([
    'my forehead is shiny, and I like it',
    'my hair is shiny, fix it',
    'my forehead is shiny',
  ])('are none in “%s”', (prompt) => {
    expect(kindsOf(prompt)).toEqual([]);
  });
});
