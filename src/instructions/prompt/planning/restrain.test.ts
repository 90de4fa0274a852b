import { describe, expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

function amounts(prompt: string): (number | undefined)[] {
  return readPrompt(prompt).steps.map((step) =>
    'amount' in step && typeof step.amount === 'number' ? step.amount : undefined,
  );
}

describe('a natural result', () => {
  it.each([
    'mach meine Zähne weißer aber bitte natürlich',
    'Zähne natürlich aufhellen',
    'whiten my teeth but keep it natural',
    'whiten my teeth naturally',
    'Make my teeth whiter. It should still look natural.',
    'Haut glätten, aber realistisch',
    'smaller nose but nobody should notice',
    'smooth skin without making it look fake',
    'bigger eyes but realistic',
    'heller aber nicht künstlich',
  ])('lowers the strength of “%s”', (prompt) => {
    expect(amounts(prompt)).toEqual([0.35]);
  });

  it('lowers all wishes of a prompt, and says so', () => {
    const prompt = 'zähne weißer und haut glatter, aber alles schön natürlich';
    expect(amounts(prompt)).toEqual([0.35, 0.35]);
    expect(readPrompt(prompt).understood.map(({ says }) => says.de)).toContain(
      'Wird schwächer gemacht als üblich.',
    );
  });

  it.each([
    ['much whiter teeth but natural', 0.65],
    ['teeth 80% whiter but natural', 0.8],
    ['warmer colours but keep my skin natural', 0.65],
    ['make my jacket red, realistic', 0.65],
    ['black and white, natural', 0.65],
    ['blur the background, should look realistic', 0.65],
    ['natural light from the left', 0.65],
    ['und natürlich die Zähne weißer', 0.65],
  ])('does not lower “%s” as far', (prompt, amount) => {
    expect(amounts(prompt)).toEqual([amount]);
  });
});
