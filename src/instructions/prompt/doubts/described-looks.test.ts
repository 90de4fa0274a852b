import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  'smoky eye makeup, dark, dramatic',
  'Altes Hochzeitsfoto meiner Eltern, ziemlich verblasst und mit Knick. Geht da noch was?',
])('makes no wish of a tone that describes something: %s', (prompt) => {
  const { steps, notUnderstood } = readPrompt(prompt);
  expect(steps).toEqual([]);
  expect(notUnderstood).toHaveLength(1);
});

it.each([
  ['My left eye is half closed in this one, can you open it?', 'en'],
  ['mein linkes Auge weiter öffnen', 'de'],
])('refuses one of two parts, both of which would change: %s', (prompt, language) => {
  const { steps, notOffered } = readPrompt(prompt);
  expect(steps).toEqual([]);
  expect(notOffered[0]?.says[language === 'en' ? 'en' : 'de']).toMatch(/both sides|Seite allein/);
});

it('says that a style changes a face that is to look normal', () => {
  const { notOffered } = readPrompt('Neon-Look, aber mein Gesicht soll normal aussehen');
  expect(notOffered).toMatchObject([{ wish: 'keep' }]);
});

it('refuses reflections instead of keeping them', () => {
  const { understood, notOffered } = readPrompt('no reflections in my glasses please');
  expect(understood).toEqual([]);
  expect(notOffered).toHaveLength(1);
});

it('leaves saturation out where the colour stays', () => {
  const { steps } = readPrompt('meine augen etwas heller und strahlender, farbe lassen');
  expect(steps).toMatchObject([{ grade: 'brighter' }]);
  expect(steps).toHaveLength(1);
});

it('denoises what is brightened “without making it grainy”', () => {
  const { steps } = readPrompt('can you brighten me up without making it all grainy');
  expect(steps.map(({ kind }) => kind)).toEqual(['grade', 'denoise']);
});

it('says that a new background replaces what is to stay in it', () => {
  const { notOffered } = readPrompt(
    'Die Wand hinter mir soll dunkelblau sein, das Regal bitte nicht anfassen',
  );
  expect(notOffered[0]?.says.en).toContain('replaced with all things');
});

it('lowers the strength where freckles are to be seen', () => {
  const { steps } = readPrompt('Please smooth my skin, but I still want to see my freckles.');
  expect(steps).toEqual([{ kind: 'smooth_skin', amount: 0.35 }]);
});

it('does not say that “kept pumping” stays', () => {
  const { understood } = readPrompt('brighter, the cam was on auto exposure and kept pumping');
  expect(understood.map(({ wish }) => wish)).toEqual(['brighter']);
});
