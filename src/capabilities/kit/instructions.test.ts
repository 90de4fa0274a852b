import { expect, it } from 'vitest';
import { checkPrompt } from './instructions.ts';

it('proposes the same words once, however many clauses could be meant by them', () => {
  const prompt = 'zork purple light, zork2 purple light';
  const refuse = (): void => checkPrompt({ prompt, image_keys: ['a'] }, null);
  expect(refuse).toThrow('Did you mean: “purple light”?');
});
