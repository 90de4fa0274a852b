import { expect, it } from 'vitest';
import { reasons } from '../../rules/reasons.ts';
import { readPrompt } from '../read-prompt.ts';

it.each(['make the second one warmer', 'nur das zweite Bild in Schwarzweiß'])(
  'a wish about another image than the first says that only the first one changes: %s',
  (prompt) => {
    const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures: 2 });
    expect(steps).toEqual([]);
    expect(notOffered.map(({ says }) => says)).toEqual([reasons.firstImage]);
    expect(notUnderstood).toEqual([]);
  },
);

it('a comparison with another image is none', () => {
  const { notOffered } = readPrompt('make it as bright as the second picture', { pictures: 2 });
  expect(notOffered).toEqual([]);
});

it('a complaint of a busy background says what can be done with it', () => {
  const { notOffered } = readPrompt('Meine Freundin findet den Hintergrund zu unruhig');
  expect(notOffered.map(({ wish }) => wish)).toEqual(['background_hide']);
});

it.each([
  ['half black and white half colour', []],
  ['make the top of the picture darker', []],
  ['warmer without turning me orange', ['grade']],
  ['get rid of the noise without losing sharpness', ['denoise']],
  ['schreib meinen Namen in Schreibschrift drunter', []],
  ['remove the bags under my eyes but keep my face as it is', ['lighten_under_eyes']],
  ['I have bags under my eyes but leave them', []],
  ["don't smooth my skin, just make it brighter", ['grade']],
  ['Zähne weißer und ein bisschen wärmer', ['whiten_teeth', 'grade']],
  ['background same as now but darker', []],
  ['less noise, no more wrinkles', ['denoise', 'smooth_skin']],
])('%s', (prompt, kinds) => {
  expect(readPrompt(prompt).steps.map(({ kind }) => kind)).toEqual(kinds);
});

it.each([
  ['both next to each other on a grey background', ['group', 'background_colour']],
  ['both of us in one picture, standing next to each other', ['group']],
  ['wir zwei auf einem foto, als hätten wir zusammen da gestanden', ['group']],
  ['picture 1 on the left, picture 2 on the right', ['collage']],
  ['Setz die Person aus Bild 1 rechts vor Bild 2', ['background_picture']],
])('of two images: %s', (prompt, kinds) => {
  expect(readPrompt(prompt, { pictures: 2 }).steps.map(({ kind }) => kind)).toEqual(kinds);
});

it('a complaint of oneself after what is approved of is about people', () => {
  expect(readPrompt('Ich finde den Hintergrund super, aber ich bin zu dunkel').steps).toMatchObject(
    [{ grade: 'brighter', where: { region: 'person', isInverted: false } }],
  );
});
