/** Divides the words of a prompt before its clauses are read. */
import { isOf, type Token } from '../tokens/token.ts';

/** Number of parts before another one that it may be about. */
export const PARTS_BEFORE = 4;

/** Returns whether a mark or “and” divides what is before it from what follows. */
export function isDivider(token: Token): boolean {
  return token.kind === 'pause' || token.kind === 'stop' || isOf(token, 'and');
}

/** Returns whether a token is a word with a meaning or an unknown one. */
export function isSaid({ kind }: Token): boolean {
  return kind === 'known' || kind === 'unknown';
}

/** Returns whether a token is such a word, and neither a mark nor “and”. */
export function isContentWord(token: Token): boolean {
  return isSaid(token) && !isDivider(token);
}

/** Returns the words of a part that have a meaning or are unknown, without marks and “and”. */
export function contentWords(part: readonly Token[]): readonly Token[] {
  return part.filter(isContentWord);
}

/** Splits tokens after each one that ends a part; the end belongs to its part. */
export function splitAfter(
  tokens: readonly Token[],
  isEnd: (token: Token) => boolean,
): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    parts.at(-1)?.push(token);
    if (isEnd(token)) {
      parts.push([]);
    }
  }
  return parts;
}
