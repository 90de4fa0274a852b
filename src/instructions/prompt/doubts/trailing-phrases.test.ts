import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each([
  ['snow like in zorbia', 'weather', 'zorbia'],
  ['nacht wie in zorbia', 'grade', 'zorbia'],
  ['hintergrund unscharf wie bei meinem zorb', 'background_blur', 'zorb'],
  ['schärfer und doppelt so groß für leinwand, sonst nix', 'enlarge', 'leinwand'],
  ['pop art like zorbol', 'style', 'zorbol'],
  ['watercolour with zorb texture', 'style', 'texture'],
  ['ein Cartoon von mir mit Glitzerkanten', 'style', 'Glitzerkanten'],
])('does “%s” and reports what follows', (prompt, kind, rest) => {
  const { steps, notUnderstood } = readPrompt(prompt);
  expect(steps.map((step) => step.kind)).toContain(kind);
  expect(notUnderstood.join(' ')).toContain(rest);
});

it.each([
  'not snow like in zorbia',
  'zorb snow',
  'snow zorb',
  'brighter like my zorb',
  'watercolour with my face sharp',
])('does nothing for “%s”', (prompt) => {
  expect(readPrompt(prompt).steps).toEqual([]);
});
