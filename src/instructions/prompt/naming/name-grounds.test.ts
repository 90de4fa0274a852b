import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

/** Returns the steps of a prompt and what is not done. */
function read(prompt: string): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures: 2 });
  return [
    ...steps.map(({ kind }) => kind),
    ...notOffered.map(({ wish }) => `! ${wish}`),
    ...notUnderstood.map((words) => `? ${words}`),
  ].join(', ');
}

it.each([
  'use the beach from image 2 behind the couple in image 1',
  'put picture 2 behind my kids',
  'setz Bild 2 hinter die Kinder',
])('puts another image behind people: %s', (prompt) => {
  expect(readPrompt(prompt, { pictures: 2 }).steps).toEqual([
    { kind: 'background_picture', picture: 2 },
  ]);
});

it.each([
  ['purple to blue gradient behind me', '! gradient_of_colours'],
  ['ruhiger Farbverlauf hinter mir, blau nach lila', '! gradient_of_colours'],
  ['ruhiger Farbverlauf hinter mir', 'background_scene'],
  ['mein Hintergrund ist hässlich, nimm ein ruhiges Grau', 'background_colour'],
  ['Hintergrund weiß wie bei Amazon', 'background_colour'],
  ['nur ein grauer Hintergrund', 'background_colour'],
  ['only a grey background please', 'background_colour'],
  ['blue gradient background and warm light', 'background_scene, grade'],
  ['Aquarell, der Hintergrund darf verlaufen', 'style, ? Hintergrund verlaufen'],
])('draws gradients of one colour: %s', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it.each([
  ['replace the wall with plain white', '! walls'],
  ['statt der Tapete eine einfarbige Wand in hellgrau', '! walls'],
  ['mach den Hintergrund einfarbig', '! walls'],
  ['put me in front of a plain white wall', 'background_colour'],
])('says how a wall becomes another background: %s', (prompt, expected) => {
  expect(read(prompt)).toBe(expected);
});

it('reads “cream coloured” as a colour', () => {
  expect(readPrompt('a warmer picture, cream coloured').steps).toEqual([
    expect.objectContaining({ kind: 'grade', grade: 'warmer' }),
  ]);
});
