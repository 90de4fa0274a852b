/** Reports that only the first image is changed where a prompt names several: “make both warmer”. */
import type { WishStep } from '../../live-step.ts';
import { reasons } from '../../rules/reasons.ts';
import { isContentWord } from '../clauses/segments.ts';
import type { PromptPart } from '../prompt.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Steps that use all images, and those that use one further. */
const OF_ALL = ['collage', 'group'];
const OF_ONE = ['background_picture', 'match_colours'];
/** Concepts of what there may be two of in one image. */
const PAIRS = ['eyes', 'brows', 'cheeks', 'side', 'light', 'hands', 'teeth', 'lips'];

/**
 * Returns whether the word at a position alone means all given images: as `nameEach` names it (“alle heller”), or where no
 * noun follows it (“make them all square”, “auf allen die Gesichter verpixeln”).
 */
function isEach(tokens: readonly Token[], at: number): boolean {
  const [token, after] = tokens.slice(at);
  if (token === undefined) {
    return false;
  }
  const isAlone = after === undefined || !isContentWord(after);
  return (
    (grammar.everyOne.test(token.text) && (isOf(token, 'picture') || isAlone)) ||
    grammar.everyOne.test(`${tokens[at - 1]?.text ?? ''} ${token.text}`)
  );
}

/** Returns the report for steps on `pictures` given images; none where they use all, or no word names several. */
export function reportSeveral(
  tokens: readonly Token[],
  steps: readonly WishStep[],
  pictures: number,
): readonly PromptPart[] {
  const named = tokens.find((token, at) => {
    const next = tokens.slice(at + 1).find(isContentWord);
    return (
      !isOf(token, 'quote') &&
      (grammar.severalImages.test(token.text) ||
        isEach(tokens, at) ||
        // “Jedes Bild” and “all three”, of which the determiner means nothing alone
        ((isOf(token, 'picture', 'number') || token.kind === 'filler') &&
          grammar.severalImages.test(`${tokens[at - 1]?.text ?? ''} ${token.text}`))) &&
      (next === undefined || !isOf(next, ...PAIRS))
    );
  });
  return pictures < 2 ||
    named === undefined ||
    steps.length === 0 ||
    steps.some(({ kind }) => OF_ALL.includes(kind) || (pictures < 3 && OF_ONE.includes(kind)))
    ? []
    : [{ words: named.text, wish: 'several_images', says: reasons.firstImage, steps: [] }];
}
