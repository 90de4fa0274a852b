import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

describe('a background that another one replaces', () => {
  it.each([
    ['Statt der Wand hinter mir bitte ein schlichtes Beige', 'background_colour'],
    ['instead of the wall behind me, a plain beige', 'background_colour'],
    ['anstatt meines Zimmers ein dunkles Grau', 'background_colour'],
    ['instead of the window behind me a grey wall', 'background_colour'],
    ['tausch meine Wohnung gegen ein sauberes Studio aus', 'background_studio'],
    ['swap my messy room for a clean studio look', 'background_studio'],
    ['change my flat into a studio', 'background_studio'],
    ['make the green screen blue', 'background_colour'],
    ['put a green screen behind me', 'background_colour'],
    ['greenscreen weg', 'background_transparent'],
    ['freistellen und auf hellblau setzen', 'background_colour'],
    ['remove my background and put me on solid green #00ff00', 'background_colour'],
    ['vom Querformat ins Hochformat', 'crop'],
    ['black bars top and bottom like in the cinema', 'bars'],
    ['sepia like grandma’s photos', 'grade'],
    ['replace the green screen with a beach', 'background_scene'],
    ['blur the background a lot but not my hair pls', 'background_blur'],
    ['so gepunktet wie in alten Zeitungen, du weißt schon', 'style'],
    ['whiten my teeth a little, but not that fake hollywood white', 'whiten_teeth'],
  ])('does all of “%s”', (prompt, kind) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toMatchObject([{ kind }]);
    expect([...notOffered, ...notUnderstood]).toEqual([]);
  });

  it.each([
    'the green screen should be the space picture I uploaded as number two',
    'den greenscreen bitte mit dem wald aus bild zwei füllen',
    'statt greenscreen bitte das zweite bild',
  ])('puts another image there: “%s”', (prompt) => {
    const { steps, notUnderstood } = readPrompt(prompt, { pictures: 2 });
    expect(steps).toEqual([{ kind: 'background_picture', picture: 2 }]);
    expect(notUnderstood).toEqual([]);
  });

  it('puts the people of another image beside', () => {
    for (const prompt of [
      'mach noch meinen Bruder vom zweiten Bild daneben',
      'add dad from picture 2 too',
    ]) {
      expect(readPrompt(prompt, { pictures: 2 }).steps, prompt).toEqual([{ kind: 'group' }]);
    }
  });

  it('says what a clean background may be', () => {
    for (const prompt of ['a clean background please', 'tidy up the background']) {
      expect(readPrompt(prompt), prompt).toMatchObject({
        steps: [],
        notOffered: [{ wish: 'background_other' }],
        notUnderstood: [],
      });
    }
  });
});
