import { expect, it } from 'vitest';
import { toSpokenPieces } from './spoken-pieces.ts';

it('are the sentences of a script, without text that cannot be spoken', () => {
  expect(toSpokenPieces('Hi there! How are you?  … \n\n Fine.')).toEqual([
    'Hi there!',
    'How are you?',
    'Fine.',
  ]);
  expect(toSpokenPieces(' !!! ')).toEqual([]);
});

it('cut long sentences between words, or in the middle where there is no blank, and lose nothing', () => {
  const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ');
  const pieces = toSpokenPieces(words);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.every((piece) => piece.length <= 240)).toBe(true);
  expect(pieces.join(' ')).toBe(words);
  const dense = '語'.repeat(700);
  expect(toSpokenPieces(dense).join('')).toBe(dense);
});
