import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

describe('how somebody looks whom a prompt only describes', () => {
  it.each([
    'a woman with blond hair at sunset',
    'portrait of a man with green eyes and red hair',
    'eine Frau mit blonden Haaren im Sonnenuntergang',
    'ein Mann mit roten Haaren und grünem Pullover',
    'blonde woman',
    'a girl, blonde hair, blue eyes, red lips',
    'my friend has pink hair',
    'mein Bruder hat rote Haare',
    'una mujer con pelo rubio al atardecer',
    "make the blonde girl's eyes green",
    'die rothaarige Frau soll lächeln',
  ])('is no wish: %s', (prompt) => {
    const { steps, notUnderstood } = readPrompt(prompt);
    expect(steps).toEqual([]);
    expect(notUnderstood).not.toEqual([]);
  });

  it.each([
    'make me blonde',
    'show me with blonde hair',
    'make the woman blonde',
    'make my friend have pink hair',
  ])('is one where it is wanted: %s', (prompt) => {
    expect(readPrompt(prompt).steps).toMatchObject([{ kind: 'part_colour', part: 'hair' }]);
  });
});
