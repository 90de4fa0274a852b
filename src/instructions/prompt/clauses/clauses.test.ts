import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const read = (prompt: string): unknown =>
  readPrompt(prompt).steps.map((step) => ({
    kind: step.kind,
    ...('colour' in step ? { colour: step.colour } : {}),
  }));

it.each(['white background with a black border', 'weißer Hintergrund mit schwarzem Rand'])(
  '“with” begins what has a colour of its own: %s',
  (prompt) => {
    expect(read(prompt)).toEqual(read('white background. black border'));
  },
);

it.each(['pink background with white dots', 'rosa Hintergrund mit weißen Punkten'])(
  'what is on a ground is not its colour: %s',
  (prompt) => {
    expect(read(prompt)).toEqual(read('pink background'));
    const { notOffered, notUnderstood } = readPrompt(prompt);
    expect(notOffered.length + notUnderstood.length).toBeGreaterThan(0);
  },
);

it('a colour that replaces another one stays in its clause', () => {
  expect(read('replace the blue background with a white one')).toEqual(read('white background'));
});

it.each([
  ['Make it night time with the windows glowing', 'object'],
  ['It should look like evening with the lamps on', 'object'],
])('things beside a time are refused, and the time is done: %s', (prompt, wish) => {
  const { steps, notOffered } = readPrompt(prompt);
  expect(steps).toHaveLength(1);
  expect(notOffered.map((part) => part.wish)).toContain(wish);
});
