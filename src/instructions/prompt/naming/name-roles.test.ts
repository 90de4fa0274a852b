import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'Make picture 1 the background of picture 2',
  'make the first image the background of the second one',
  'Mach Bild 1 zum Hintergrund von Bild 2',
  'Bild 1 soll der Hintergrund von Bild 2 werden',
])('puts people of the second image before the first: %s', (prompt) => {
  expect(readPrompt(prompt, { pictures: 2 }).steps).toEqual([
    { kind: 'background_picture', picture: 1, front: 2 },
  ]);
});

it.each([
  'give picture 1 the background of picture 2',
  'use for picture 1 the background of picture 2',
  'nimm für Bild 1 den Hintergrund von Bild 2',
])('takes the background of the second image: %s', (prompt) => {
  expect(readPrompt(prompt, { pictures: 2 }).steps).toEqual([
    { kind: 'background_picture', picture: 2 },
  ]);
});
