import { expect, it } from 'vitest';
import { readPrompt } from '../read-prompt.ts';

const gradesOf = (prompt: string): string[] =>
  readPrompt(prompt).steps.flatMap((step) =>
    step.kind === 'grade' ? [`${step.grade} ${step.amount}`] : [step.kind],
  );

it.each([
  ['düsterer Filmlook mit wenig Farbe', ['darker 0.65', 'less_saturated 0.65', 'cinematic 0.65']],
  ['cinematic look with little colour', ['less_saturated 0.65', 'cinematic 0.65']],
  ['film look with not much color', ['less_saturated 0.65', 'cinematic 0.65']],
  ['cinematic look with only a little colour', ['less_saturated 0.65', 'cinematic 0.65']],
  ['filmlook mit viel farbe', ['more_saturated 0.65', 'cinematic 0.65']],
  ['vintage look with little contrast', ['less_contrast 0.65', 'vintage 0.65']],
  ['mit wenig kontrast', ['less_contrast 0.65']],
  ['with a little contrast', ['more_contrast 0.35']],
  ['ein bisschen filmlook', ['cinematic 0.35']],
  ['black and white with a little colour in the lips', []],
])('reads the quantity of a property in “%s”', (prompt, grades) => {
  expect(gradesOf(prompt)).toEqual(grades);
});
