import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

/** Returns the grades with where they are, the kinds of other steps, and how much is reported. */
function read(prompt: string): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt);
  const told = notOffered.length + notUnderstood.length;
  const labels = steps.map((step) => {
    const where = 'where' in step && step.where !== undefined ? step.where : null;
    const name = step.kind === 'grade' ? step.grade : step.kind;
    return where === null ? name : `${name} ${where.isInverted ? 'but ' : ''}${where.region}`;
  });
  return [...labels, ...(told > 0 ? [`? ${told}`] : [])].join(', ');
}

describe('a limit in another clause of the sentence', () => {
  it.each([
    ['make the background darker, only the background', 'darker background'],
    ['darken the background but only the background', 'darker background'],
    ['mach die Haare dunkler, nur die Haare', 'darker hair'],
    ['brighter and warmer, only my face', 'brighter face, warmer face'],
    ['heller und wärmer, aber nur das gesicht', 'brighter face, warmer face'],
    ['darker, warmer, and only change the background', 'darker background, warmer background'],
    ['dunkler machen, aber nur den Hintergrund verändern', 'darker background'],
    ['warmer. only the background', 'warmer background'],
    ['only change my face. brighter, warmer', 'brighter face, warmer face'],
    ['darker and blurry, just the background', 'darker background, background_blur'],
    ['warmer and brighter, only on my face not the rest', 'warmer face, brighter face'],
    ['more contrast and brighter, but only the eyes', 'more_contrast eyes, brighter eyes'],
    ['dunkler und kühler, lediglich im Hintergrund', 'darker background, cooler background'],
    [
      'nur den Hintergrund: dunkler, unscharf und kühler',
      'darker background, background_blur, cooler background',
    ],
    [
      'nur den hintergrund verändern: abgedunkelt und unscharf',
      'darker background, background_blur',
    ],
    ['only edit the background: black and white', 'black_and_white background'],
    ['heller und wärmer, nur mich', 'brighter person, warmer person'],
    ['brighter, warmer, nur mich nicht', 'brighter but person, warmer but person'],
    ['brighter, warmer, but not the background', 'brighter but background, warmer but background'],
    ['darker, cooler, not me', 'darker but person, cooler but person'],
  ])('confines the tones of “%s”', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });

  it.each([
    ['only the cat, brighter', '? 2'],
    ['heller und kontrastreicher, aber nur auf mir', '? 3'],
    ['warmer, just a little', 'warmer'],
    ['brighter, warmer, no background', 'brighter, warmer, background_transparent'],
    ['mehr Kontrast. Nur das Gesicht heller.', 'more_contrast, brighter face'],
    ['wärmer, nur den Himmel', '? 2'],
    ['nur das Auto, bunter', '? 2'],
    ['brighter, only a bit', 'brighter'],
    ['heller bitte, ich hatte nur die Schreibtischlampe an', 'brighter'],
    ['background darker, face brighter, only those', 'darker background, brighter face'],
    ['whiten my teeth, only the teeth', 'whiten_teeth'],
    ['nur den hintergrund verändern', '? 1'],
  ])('leaves “%s” as it is', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });

  it.each([
    ['alles schwarz weiß nur die grünen Augen nicht', 'black_and_white but eyes'],
    ['everything black and white only my lips not', 'black_and_white but lips'],
    ['schwarzweiß nur mein rotes Hemd nicht', 'black_and_white but clothes'],
  ])('excepts the part of “%s”', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });
});
