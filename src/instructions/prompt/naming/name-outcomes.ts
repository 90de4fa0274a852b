/** Names what is said in wishes of an outcome, which neither stays nor is a side: “so that the light fits”, “looks right”. */
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Returns the words of a prompt; outcomes are unknown words, so that they are reported. */
export function nameOutcomes(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(tokens, isDivider).flatMap((part) => {
    // “So that it fits 16:9” names a shape.
    const isShape = part.some((token) => isOf(token, 'aspect', 'site'));
    const start = isShape ? -1 : part.findIndex(({ text }) => grammar.purposes.test(text));
    return part.map((token, at) => {
      // “So that the light fits” asks for it; “the light fits” approves.
      const isFitting =
        start >= 0 && at > start && isOf(token, 'keep') && grammar.fitting.test(token.text);
      // “So that the light looks right”
      const isRight =
        isOf(token, 'side') &&
        grammar.rightness.test(token.text) &&
        grammar.appearing.test(part[at - 1]?.text ?? '');
      return isFitting || isRight || isDisliked(token, part[at + 1])
        ? { ...token, kind: 'unknown' as const, concepts: [] }
        : token;
    });
  });
}

/** Returns whether a word says that nobody likes or needs what follows: “nobody likes black and white”. */
function isDisliked({ text }: Token, next: Token | undefined): boolean {
  return grammar.nobody.test(text) && next !== undefined && grammar.liking.test(next.text);
}
