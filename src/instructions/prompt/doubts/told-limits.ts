/** Reports limits of steps that a prompt goes beyond: “blur the faces of the kids”, “put me into picture 2 beside grandpa”. */
import type { WishStep } from '../../live-step.ts';
import { reasons } from '../../rules/reasons.ts';
import type { InstructionText } from '../../language-words.ts';
import type { PromptPart } from '../prompt.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Returns the reports for the steps of a prompt. */
export function reportLimits(
  tokens: readonly Token[],
  steps: readonly WishStep[],
): readonly PromptPart[] {
  return [
    // Ages are not told apart.
    ...(steps.some((step) => step.kind === 'anonymise' && step.who === undefined)
      ? report(
          'ages',
          reasons.allFaces,
          tokens.find(({ text }) => grammar.ages.test(text)),
        )
      : []),
    // A group is no place in another image.
    ...(steps.some(({ kind }) => kind === 'group')
      ? report(
          'group_place',
          reasons.oneWall,
          tokens.find((_, at) => isPlace(tokens, at)),
        )
      : []),
  ];
}

function report(
  wish: string,
  says: InstructionText,
  named: Token | undefined,
): readonly PromptPart[] {
  return named === undefined ? [] : [{ words: named.text, wish, says, steps: [] }];
}

/** Returns whether a word names an image into which somebody is to be put. */
function isPlace(tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]];
  return (
    token !== undefined &&
    before !== undefined &&
    isOf(token, 'numbered') &&
    grammar.insides.test(before.text.split(' ').at(-1) ?? '')
  );
}
