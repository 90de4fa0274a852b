import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'I was backlit, brighten only my face',
  'ich saß im Gegenlicht, bitte nur das Gesicht aufhellen',
])('brightens only the part that “%s” is limited to', (prompt) => {
  const { steps } = readPrompt(prompt);
  expect(steps).toMatchObject([{ kind: 'grade', where: { region: 'face', isInverted: false } }]);
});

it('lifts what is dark where no part is named', () => {
  expect(readPrompt('I was backlit, please brighten it').steps).toMatchObject([
    { kind: 'low_light' },
  ]);
});
