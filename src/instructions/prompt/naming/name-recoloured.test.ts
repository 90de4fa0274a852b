import { describe, expect, it } from 'vitest';
import { namedColours } from '../../colours.ts';
import { readPrompt } from '../read-prompt.ts';

const coloursOf = (prompt: string): readonly unknown[] =>
  readPrompt(prompt).steps.map((step) => ('colour' in step ? step.colour : step.kind));

describe('a colour that another one replaces', () => {
  it.each([
    ['Change the hair color from brown to blonde', 'blond'],
    ['change the eye color from brown to blue', 'blue'],
    ['change background color from green to white', 'white'],
    ['turn her blonde hair brown', 'brown'],
    ['mach die braunen Haare blond', 'blond'],
    ['statt braun soll mein Haar blond sein', 'blond'],
    ['Haarfarbe von braun zu blond ändern', 'blond'],
    ['Hintergrund von weiß zu schwarz ändern', 'black'],
    ['cambia el color del pelo de castaño a rubio', 'blond'],
    ['cambia el fondo de blanco a azul', 'blue'],
    ['blue eyes instead of brown', 'blue'],
  ] as const)('is left: %s', (prompt, colour) => {
    expect(coloursOf(prompt)).toEqual([namedColours[colour]]);
    expect(readPrompt(prompt).notUnderstood).toEqual([]);
  });

  it('is none where colours are those of another picture', () => {
    expect(coloursOf('match the color from picture 2')).toEqual([]);
  });
});
