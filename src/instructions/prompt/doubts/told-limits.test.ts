import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const reported = (prompt: string, pictures = 1): readonly string[] =>
  readPrompt(prompt, { pictures }).notOffered.map(({ wish }) => wish);

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

it.each([
  'cut me out of pic 1 and stand me next to grandpa in pic 2',
  'Setz den Opa aus Bild 2 zu uns ins erste Bild',
])('says that “%s” keeps no background', (prompt) => {
  expect(reported(prompt, 2)).toContain('group_place');
});

it.each(['the man of picture 1 beside the woman of picture 2', 'stell uns nebeneinander'])(
  'says nothing of backgrounds for “%s”',
  (prompt) => {
    expect(reported(prompt, 2)).not.toContain('group_place');
  },
);
