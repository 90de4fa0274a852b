/** Reports that ages are not told apart where faces are covered: “blur the faces of the kids”. */
import type { WishStep } from '../../live-step.ts';
import { reasons } from '../../rules/reasons.ts';
import type { PromptPart } from '../prompt.ts';
import { grammar } from '../tokens/grammar.ts';
import type { Token } from '../tokens/token.ts';

/** Returns the report for steps that cover every face although the prompt names people by their age; else none. */
export function reportAges(
  tokens: readonly Token[],
  steps: readonly WishStep[],
): readonly PromptPart[] {
  const named = tokens.find(({ text }) => grammar.ages.test(text));
  return named === undefined ||
    !steps.some((step) => step.kind === 'anonymise' && step.who === undefined)
    ? []
    : [{ words: named.text, wish: 'ages', says: reasons.allFaces, steps: [] }];
}
