import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'my dog looks sad, can you make him smile',
  'My cat’s eyes look dull, can you make them a bit brighter?',
  'mein Hund guckt so traurig, lass ihn lächeln',
  'my flatmate walks through behind me, can you pixelate her?',
  'smooth my skin but don’t do anything to my husband',
  'Zähne weißer, aber nicht bei meiner Frau',
  'die beiden im Hochformat quadratisch machen',
])('a wish about another subject is not done to people or the image: %s', (prompt) => {
  const { steps, notUnderstood } = readPrompt(prompt);
  expect(steps).toEqual([]);
  expect(notUnderstood.length).toBeGreaterThan(0);
});

it.each([
  ['my son is too dark, make him brighter', 'grade'],
  ['the guy with the dog looks sad, make him smile', 'reshape'],
  ['beach behind me, bright', 'background_scene'],
  ['Büro im Hintergrund, schlicht, hell', 'background_scene'],
  ['transparent background, white outline around me', 'background_transparent'],
])('only what is certain of “%s” is done', (prompt, kind) => {
  expect(readPrompt(prompt).steps.map((step) => step.kind)).toEqual([kind]);
});

it.each([
  'make it warmer, actually don’t',
  'heller, ach nee lass die Helligkeit',
  'slightly brighter, no actually leave the brightness',
])('what is taken back is not done: %s', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});

it('a correction replaces what was said before', () => {
  expect(readPrompt('black and white, no wait sepia').steps).toMatchObject([{ grade: 'sepia' }]);
});

it.each([
  'die Lampe blendet, mach sie dunkler',
  'Mein Sohn läuft durchs Bild, bitte unkenntlich machen',
  'my flatmate walks past in the back, can you hide him',
])('what a pronoun or a passer-by means is not done to all: %s', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});

it('no border is drawn where a line around people is asked for', () => {
  const { steps, notOffered } = readPrompt('transparent, dann weißer Rand um mich rum');
  expect(steps).toEqual([{ kind: 'background_transparent' }]);
  expect(notOffered.map(({ wish }) => wish)).toEqual(['halo']);
});
