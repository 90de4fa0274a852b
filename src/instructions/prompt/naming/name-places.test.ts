import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each(['make the lake bluer', 'blur the bridge', 'den See blauer machen'])(
  'a place of the image is a thing in it: %s',
  (prompt) => {
    const { steps, notOffered } = readPrompt(prompt);
    expect(steps).toEqual([]);
    expect(notOffered.map(({ wish }) => wish)).toEqual(['object']);
  },
);

it('a place to be at is none that can be drawn', () => {
  const { notOffered } = readPrompt('put me on the bridge');
  expect(notOffered.map(({ wish }) => wish)).toEqual(['place']);
});
