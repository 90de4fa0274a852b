import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

/** Writes the chosen people of the steps: “but left 2”. */
const choicesOf = (prompt: string): readonly string[] =>
  readPrompt(prompt).steps.map((step) =>
    'who' in step && step.who !== undefined
      ? `${step.who.isInverted ? 'but ' : ''}${step.who.place} ${step.who.number}`
      : step.kind,
  );

describe('people that a wish chooses', () => {
  it.each([
    'my sister is on the left, blur the others',
    'the woman on the left is my wife. blur all others',
  ])('are not guessed where somebody else is named: %s', (prompt) => {
    expect(choicesOf(prompt)).toEqual([]);
  });

  it.each([
    ['blur the face of the person on the right', ['right 1']],
    ['pixelate the second person from the left', ['left 2']],
    ["blur the left person's face and make it warmer", ['left 1', 'grade']],
    ['hide the face of my friend on the left', ['left 1']],
    ['make the faces in the background unrecognisable', ['back 1']],
    ["hide everybody's face but mine (I'm on the left)", ['but left 1']],
    ['I am the one on the left. Hide all the other faces', ['but left 1']],
    ['hide my face, im on the right', ['right 1']],
    ['keep the man on the left and remove the others', ['but left 1']],
    ['me on the left, blur the others', ['but left 1']],
    ['blur all faces except mine', ['but front 1']],
    ['pixelate everyone except the woman in the middle', ['but middle 1']],
    ['das Gesicht vom Mann in der Mitte unscharf machen', ['middle 1']],
    ['remove the person on the left', ['left 1']],
    ['take out the guy on the far right please', ['right 1']],
    ['remove everyone but me', ['but front 1']],
    ['entferne den Mann im Hintergrund', ['back 1']],
    ['quita a la mujer de la derecha', ['right 1']],
    ['die zweite Person von links verpixeln', ['left 2']],
    ['alle anderen Gesichter verpixeln, ich bin rechts', ['but right 1']],
    ['Gesichter unscharf, außer meins', ['but front 1']],
    ['oculta la cara de la segunda persona desde la izquierda', ['left 2']],
    ['tapa todas las caras excepto la mía, estoy a la izquierda', ['but left 1']],
  ])('are found by their place: %s', (prompt, expected) => {
    expect(choicesOf(prompt)).toEqual(expected);
    expect(readPrompt(prompt).notUnderstood).toEqual([]);
  });

  it.each([
    'hide everyone except me and my wife',
    'blur the guy on the left and the one on the right',
    'pixelate the guy next to me',
    'pixelate the faces of the two people on the left',
    'dont blur the person on the left',
    'Gesichter der anderen Kinder unkenntlich machen',
    'blur the left eye',
    'remove my ex',
    'remove the face of the man on the left',
    'Person im Hintergrund stört',
  ])('are not guessed where the words say more or less than one place: %s', (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt);
    expect(steps).toEqual([]);
    expect(notOffered.length + notUnderstood.length).toBeGreaterThan(0);
  });

  it('are shown with the wish, and refused in videos', () => {
    expect(readPrompt('blur the face on the left').understood[0]?.says.en).toContain(
      'number 1 from the left',
    );
    expect(readPrompt('blur the face on the left', { isVideo: true, pictures: 0 })).toMatchObject({
      steps: [],
      notOffered: [{ says: { en: 'Done in pictures, not in videos.' } }],
    });
  });
});
