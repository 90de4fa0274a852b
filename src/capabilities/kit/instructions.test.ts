import { expect, it } from 'vitest';
import { readPrompt } from '../../instructions/prompt/read-prompt.ts';
import { checkPrompt, refuseUndone } from './instructions.ts';

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
