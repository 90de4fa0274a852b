import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

it.each(['more punch in the colours', 'make the colours punchier', 'mehr Wumms in den Farben'])(
  'punch of colours is their strength: %s',
  (prompt) => {
    expect(readPrompt(prompt).steps).toMatchObject([{ grade: 'more_saturated' }]);
  },
);

it.each(['more punch', 'mehr Kontrast in den Farben'])('contrast stays contrast: %s', (prompt) => {
  expect(readPrompt(prompt).steps).toMatchObject([{ grade: 'more_contrast' }]);
});
