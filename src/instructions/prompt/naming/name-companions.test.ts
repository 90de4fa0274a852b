import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it('does a look beside a light that is not offered', () => {
  const { steps, notOffered } = readPrompt('Nachtstimmung mit lila Licht von hinten');
  expect(steps).toMatchObject([{ kind: 'grade', grade: 'night' }]);
  expect(notOffered.map(({ words }) => words)).toEqual(['lila Licht von hinten']);
});
