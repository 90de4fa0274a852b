/** Names “all” of several given images, where a prompt is about no people: “alle in Schwarzweiß”, “the same for all of them”. */
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Returns the words of a prompt; of several images “all” are those, not the people in them. */
export function nameEach(tokens: readonly Token[], pictures: number): readonly Token[] {
  const isEach = ({ text }: Token): boolean => grammar.everyOne.test(text);
  return pictures < 2 ||
    !tokens.some(isEach) ||
    tokens.some(
      (token) => !isEach(token) && (isOf(token, ...OF_PEOPLE) || token.concepts.includes('there')),
    )
    ? tokens
    : tokens.map((token): Token =>
        isEach(token) ? { ...token, kind: 'known', concepts: ['picture'] } : token,
      );
}

/** Concepts of words beside which “all” may be people. */
const OF_PEOPLE = [
  ...targets.filter((part) => part !== 'background' && part !== 'sky'),
  ...'group place infront hide remove match cartoon'.split(' '),
];
