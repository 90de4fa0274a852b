import { expect, it } from 'vitest';
import { readPrompt } from './read-prompt.ts';

const read = (prompt: string, pictures = 1): { steps: string; isReported: boolean } => {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt, { pictures });
  const names = steps.map((step) => (step.kind === 'grade' ? step.grade : step.kind));
  return { steps: names.join(', '), isReported: notOffered.length + notUnderstood.length > 0 };
};

it.each([
  ['it flickers and its too dark, fix that', 1, 'low_light'],
  ['it’s too dark and flickering, please fix it', 1, 'low_light'],
  ['remove the flicker', 1, ''],
  ['person aus dem zweiten bild links neben mich', 2, 'group'],
  ['put the person from picture 2 to the left of me', 2, 'group'],
  ['draw me in the same style as the second image', 2, ''],
  ['augen strahlender machen, farbe so lassen', 1, ''],
  ['more vivid eyes, don’t change the colour', 1, ''],
  ['make the background of the beach photo black and white', 2, ''],
  ['mein foto heller, das andere dunkler', 2, 'brighter'],
  ['mein foto soll so hell sein wie das andere', 2, ''],
  ['everything stays as it is', 1, ''],
])('reports what it leaves of “%s”', (prompt, pictures, steps) => {
  expect(read(prompt, pictures)).toEqual({ steps, isReported: true });
});

it.each([
  ['mein Foto soll so aussehen wie das andere vom Look her', 2, 'match_colours'],
  ['make my photo look like the other one', 2, 'match_colours'],
  ['viel zu dunkel und irgendwie blass', 1, 'brighter, more_saturated'],
  ['too dark, flat, lifeless', 1, 'low_light, more_contrast, more_saturated'],
  ['zu dunkel und bitte etwas blasser', 1, 'low_light, less_saturated'],
  ['zu dunkel, blass machen', 1, 'low_light, less_saturated'],
  ['kräftigere farben, hautfarbe so lassen', 1, 'more_saturated'],
  ['side by side, "before" and "after"', 2, 'collage, words, words'],
])('does all of “%s”', (prompt, pictures, steps) => {
  expect(read(prompt, pictures)).toEqual({ steps, isReported: false });
});

it('confines tones between another part and a limit to the limit', () => {
  const { steps } = readPrompt('hintergrund unscharf und wärmer, nur das gesicht');
  expect(steps.map((step) => ('where' in step ? step.where?.region : undefined))).toEqual([
    undefined,
    'face',
  ]);
});
