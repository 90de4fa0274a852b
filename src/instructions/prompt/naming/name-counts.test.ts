import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const amounts = (prompt: string): unknown[] =>
  readPrompt(prompt).steps.map((step) => ('amount' in step ? step.amount : null));

it.each([
  ['die Zähne bitte ein, zwei Stufen heller', 0.35],
  ['eine, zwei Blenden dunkler', 0.35],
  ['a stop or two brighter', 0.35],
  ['zwei Stufen heller', 1],
  ['redder lips but keep it believable', 0.35],
])('reads a small count of steps as a small amount: %s', (prompt, amount) => {
  expect(amounts(prompt)).toEqual([amount]);
});
