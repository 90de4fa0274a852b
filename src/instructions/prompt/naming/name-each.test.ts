import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'alle heller bitte',
  'make all of them black and white',
  'Alle in Schwarzweiß, außer dem letzten',
])('“all” of several images are those images: %s', (prompt) => {
  const { steps, notOffered } = readPrompt(prompt, { pictures: 3 });
  expect(steps).toHaveLength(1);
  expect(steps[0]).not.toHaveProperty('where');
  expect(notOffered.map(({ wish }) => wish)).toEqual(['several_images']);
});

it('“all” of one image are its people', () => {
  expect(readPrompt('alle heller bitte').steps).toMatchObject([{ where: { region: 'person' } }]);
});

it('a ground for all images is one for the first', () => {
  const { steps, notOffered } = readPrompt('Hintergrund von Bild 3 für alle nehmen', {
    pictures: 3,
  });
  expect(steps).toMatchObject([{ kind: 'background_picture', picture: 3 }]);
  expect(notOffered).toHaveLength(1);
});
