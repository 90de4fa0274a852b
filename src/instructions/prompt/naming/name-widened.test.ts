import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it('widens to a shape that another clause names', () => {
  const { steps } = readPrompt('make the picture wider on both sides, I need it as a 16:9 banner');
  expect(steps).toEqual([{ kind: 'extend', aspect: 16 / 9 }]);
});

it('does not join two shapes', () => {
  const { steps } = readPrompt('extend it, 16:9 or 4:3');
  expect(steps).toEqual([]);
});
