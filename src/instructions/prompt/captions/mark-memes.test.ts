import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const write = (prompt: string) =>
  readPrompt(prompt, { pictures: 2 }).steps.map((step) =>
    step.kind === 'words' ? `${step.text} ${step.place.across} ${step.place.down}` : step.kind,
  );

describe('captions without quotation marks', () => {
  it.each([
    [
      'a meme. top: when the boss leaves, bottom: when mom walks in',
      ['when the boss leaves middle top', 'when mom walks in middle bottom'],
    ],
    [
      'oben: wenn Montag ist, unten: ich im Bett',
      ['wenn Montag ist middle top', 'ich im Bett middle bottom'],
    ],
    ['stick the word EPIC on it', ['EPIC middle bottom']],
    ['title I WON EVERYTHING with a black outline', ['I WON EVERYTHING middle bottom']],
    ['put my name, Torvald, in the lower left corner', ['Torvald left bottom']],
    ['die Jahreszahl 1958 in die linke untere Ecke', ['1958 left bottom']],
    ['the words starting soon in white for the whole clip', ['starting soon middle bottom']],
  ])('are written in “%s”', (prompt, expected) => {
    expect(write(prompt)).toEqual(expected);
  });

  it.each([
    ['thumbnail text: SALE. yellow, top left', ['SALE left top']],
    ['a subtitle reading “Attempt 43”', ['Attempt 43 middle bottom']],
    ['heller, und „Neu“ dazu', ['grade', 'Neu middle bottom']],
    [
      'write “before” on picture 1 and “after” on picture 2, then put them side by side',
      ['before left middle', 'after right middle', 'collage'],
    ],
  ])('take the words beside them in “%s”', (prompt, expected) => {
    expect(write(prompt).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    'oben: heller, unten: dunkler',
    'top: red, bottom: blue',
    'top: make it much brighter, bottom: make it much darker',
    'oben: etwas heller bitte, unten: etwas dunkler bitte',
    'oben: Himmel blauer',
    'make the text BIG',
    'the title NOT in red',
  ])('are no effects: “%s”', (prompt) => {
    expect(write(prompt).some((text) => text.includes(' '))).toBe(false);
  });

  it('are no faces where an address is to be hidden', () => {
    expect(write('pixelate www.foo.de')).toEqual([]);
  });
});
