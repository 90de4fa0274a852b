import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'The photo has a nasty yellow cast from my ceiling lamp, fix that',
  'Das Licht ist voll gelb wegen meiner Schreibtischlampe, bitte neutral machen',
  'why is everything so blue??',
  'Bild ist so gelb, mach das weg',
])('a colour of the light goes: %s', (prompt) => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt);
  expect(steps).toMatchObject([{ kind: 'remove_cast' }]);
  expect([...notOffered, ...notUnderstood]).toEqual([]);
});

it.each([
  'why is my shirt so blue',
  'mein Hemd ist gelb, mach das weg',
  'why is the picture so dark',
])('what is no cast is not taken away: %s', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});
