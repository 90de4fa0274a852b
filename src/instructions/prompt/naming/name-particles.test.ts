import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each(['Schneiden Sie das Bild quadratisch zu', 'crop it to a square'])(
  'takes particles and formal pronouns along with their verb: %s',
  (prompt) => {
    const { steps, notUnderstood } = readPrompt(prompt);
    expect(steps).toMatchObject([{ kind: 'crop', aspect: 1 }]);
    expect(notUnderstood).toEqual([]);
  },
);

it('reads “cool the colours down” as one verb', () => {
  expect(readPrompt('cool the colours down').steps).toMatchObject([{ grade: 'cooler' }]);
});

it.each([
  'Bildstimmung wie im zweiten Foto, Hintergrund aber lassen',
  'Farben wie in Bild 2, den Hintergrund jedoch so lassen',
])('keeps what stands before an inner “but”: %s', (prompt) => {
  const { steps, understood } = readPrompt(prompt, { pictures: 2 });
  expect(steps).toEqual([]);
  expect(understood).toMatchObject([{ wish: 'keep' }]);
});
