import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const reported = (prompt: string): readonly string[] =>
  readPrompt(prompt).notOffered.map(({ wish }) => wish);

it.each([
  'blur the kids faces',
  'die Gesichter der Kinder verpixeln',
  "pixelate the children's faces",
])('says that “%s” covers every face', (prompt) => {
  expect(reported(prompt)).toEqual(['ages']);
});

it.each(['blur all faces', 'blur the background behind the kids', 'verpixle die Gesichter'])(
  'says nothing of ages for “%s”',
  (prompt) => {
    expect(reported(prompt)).not.toContain('ages');
  },
);
