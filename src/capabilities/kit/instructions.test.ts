import { expect, it } from 'vitest';
import { readPrompt } from '../../instructions/prompt/read-prompt.ts';
import { checkPrompt, refuseUndone, reportPrompt } from './instructions.ts';

it('proposes the same words once, however many clauses could be meant by them', () => {
  const prompt = 'zork purple light, zork2 purple light';
  const refuse = (): void => checkPrompt({ prompt, image_keys: ['a'] }, null);
  expect(refuse).toThrow('Did you mean: “purple light”?');
});

it('fails a job of which every step was omitted, and says why', () => {
  const read = readPrompt('white teeth, red hair', { pictures: 1 });
  const [teeth, hair] = read.steps;
  const omitted = [
    { step: teeth!, reason: 'no_teeth' },
    { step: hair!, reason: 'unsure_hair' },
  ] as const;
  expect(() => refuseUndone(read, omitted)).toThrow(
    expect.objectContaining({
      code: 'processing_failed',
      message: expect.stringMatching(/No teeth are to be seen\..*does not stand out/u),
      details: { reason: 'nothing_changed' },
    }),
  );
  expect(() => refuseUndone(read, omitted.slice(1))).not.toThrow();
});

it('reports how many faces were covered, and how many are visible', () => {
  const read = readPrompt('pixelate the face on the left, warmer', { pictures: 1 });
  const step = read.steps.find(({ kind }) => kind === 'anonymise')!;
  const report = reportPrompt({ read, left: null }, [], [{ step, changed: 1, kept: 2 }]);
  expect(report.understood.map(({ says }) => says.en)).toEqual([
    expect.stringContaining('Faces covered: 1, left visible: 2.'),
    expect.not.stringContaining('visible'),
  ]);
});
