import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'das Bild meiner Enkelin etwas heller',
  'the photograph of my late husband a little brighter please',
  'brighten the picture of my kids a bit',
  'das Bild von Oma und Opa etwas heller',
])('whom the photo shows is the photo: %s', (prompt) => {
  const { steps, notUnderstood } = readPrompt(prompt);
  expect(steps).toEqual([{ kind: 'grade', grade: 'brighter', amount: 0.35 }]);
  expect(notUnderstood).toEqual([]);
});

it('a photo on the wall is none', () => {
  expect(readPrompt('remove the photo of my ex').steps).toEqual([]);
});
