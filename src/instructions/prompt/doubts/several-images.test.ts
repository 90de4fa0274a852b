import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const reported = (prompt: string, pictures = 2): readonly string[] =>
  readPrompt(prompt, { pictures }).notOffered.map(({ wish }) => wish);

it.each([
  'make both pictures warmer',
  'both on a grey background',
  'blur the background on both',
  'beide heller',
  'alle drei schwarzweiß',
  'make them all square',
  'all three in black and white',
  'auf allen die Gesichter verpixeln',
  'bei allen den Hintergrund unscharf',
])('says that “%s” changes the first image only', (prompt) => {
  expect(reported(prompt)).toEqual(['several_images']);
});

it.each([
  'make both eyes brighter',
  'beide Augen blau',
  'collage of both',
  'alle Gesichter verpixeln',
  'blur all faces',
  'write "both" at the top',
  'write "both of us"',
])('says nothing of further images for “%s”', (prompt) => {
  expect(reported(prompt)).not.toContain('several_images');
});

it('says nothing where there is one image', () => {
  expect(reported('both warmer', 1)).not.toContain('several_images');
});
