/** Reads “make the light in picture 1 like in picture 2” as a match of the first image to the second. */
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token, valueOf } from '../tokens/token.ts';

/** Concepts of what one image may take from another. */
const TAKEN = ['light', 'colourword', 'axis', 'match', 'picture', 'g:original'];

/** Returns the words of a prompt; light that is to be like that of another image matches it. */
export function nameLikened(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures < 2 || tokens.filter((token) => isOf(token, 'numbered')).length < 2
    ? tokens
    : splitAfter(tokens, isDivider).flatMap(matchLikened);
}

function matchLikened(part: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const [first, second, ...more] = said.filter((token) => isOf(token, 'numbered'));
  const like = part.findLastIndex(
    (token, at) =>
      token.kind === 'filler' &&
      grammar.alike.test(token.text) &&
      second !== undefined &&
      at < part.indexOf(second) &&
      at > part.indexOf(first ?? second),
  );
  const isLikened =
    like > 0 &&
    first !== undefined &&
    second !== undefined &&
    more.length === 0 &&
    valueOf(first, 'numbered') !== valueOf(second, 'numbered') &&
    said.some((token) => isOf(token, 'light', 'colourword')) &&
    said.every((token) => token === first || token === second || isOf(token, ...TAKEN));
  return isLikened
    ? part.map((token, at): Token =>
        at === like
          ? { ...token, kind: 'known', concepts: ['match'] }
          : token === first || token === second
            ? { ...token, concepts: [`numbered:${valueOf(token, 'numbered') ?? ''}`] }
            : token,
      )
    : part;
}
