import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const read = (prompt: string, pictures = 2) => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  return { steps, untold: [...notOffered.map(({ wish }) => wish), ...notUnderstood] };
};

describe('people of one image before the ground of another', () => {
  it.each([
    ['the background of the 3rd behind the person of the 1st, ignore the 2nd', 3, undefined],
    ['me from the first, background from the second', 2, undefined],
    ['my girlfriend from photo 1 with the backdrop of photo 2', 2, undefined],
    ['the guy in the first photo should stand in the room of the second photo', 2, undefined],
    ['take me out of the first pic and stick me into the scenery of the second', 2, undefined],
    ['put me from the 2nd in front of the 3rd', 3, 2],
    ['Setz die Person aus dem ersten Bild in die Landschaft vom zweiten', 2, undefined],
    ['hinter mich aus dem ersten Bild soll der Hintergrund vom zweiten', 2, undefined],
    ['nimm die Person aus Bild 1 und den Hintergrund aus Bild 3, Bild 2 nicht', 3, undefined],
    ['ich will in der Landschaft vom zweiten Bild stehen', 2, undefined],
  ])('reads “%s” in any order of words', (prompt, picture, front) => {
    expect(read(prompt, 3)).toEqual({
      steps: [{ kind: 'background_picture', picture, ...(front === undefined ? {} : { front }) }],
      untold: [],
    });
  });

  it.each([
    'den Hund aus dem ersten Bild in die Landschaft vom zweiten',
    'my face from the first on the person of the second',
    'die Leute von 1 und 2 vor das dritte Bild stellen',
  ])('does not put anything else there: “%s”', (prompt) => {
    expect(read(prompt, 3).steps).toEqual([]);
  });

  it('says that the new background is not blurred as well', () => {
    expect(read('me from the first, background from the second, blurred a bit')).toEqual({
      steps: [{ kind: 'background_picture', picture: 2 }],
      untold: ['background_blur'],
    });
  });
});

describe('given photos that are named by what they show', () => {
  it.each(['use the beach photo as my background', 'nimm das Strandfoto als Hintergrund'])(
    'uses the other one of two: “%s”',
    (prompt) => {
      expect(read(prompt).steps).toEqual([{ kind: 'background_picture', picture: 2 }]);
      expect(read(prompt, 3)).toEqual({ steps: [], untold: ['unnumbered'] });
    },
  );

  it('draws a place that is not given', () => {
    expect(read('use a beach photo as my background').steps).toEqual([
      { kind: 'background_scene', scene: 'beach' },
    ]);
    expect(read('put me on a beach').steps).toEqual([{ kind: 'background_scene', scene: 'beach' }]);
  });
});
