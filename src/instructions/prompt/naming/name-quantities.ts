/** Names how much of a property an image is to have: “a film look with little colour”. */
import { isDivider } from '../clauses/segments.ts';
import { grammar } from '../tokens/grammar.ts';
import { isNegation, isOf, mergeTokens, type Token, valueOf } from '../tokens/token.ts';

/** Concepts for much and for little of a property. */
const AMOUNTS: Readonly<Record<string, readonly [much: string, little: string]>> = {
  contrast: ['g:more_contrast', 'g:less_contrast'],
  saturation: ['g:more_saturated', 'g:less_saturated'],
};

/** Returns the words of a prompt; a quantity of colours or contrast is no strength of the look beside it. */
export function nameQuantities(tokens: readonly Token[]): readonly Token[] {
  return tokens.reduce<readonly Token[]>((named, axis) => {
    const ends = AMOUNTS[propertyOf(axis)];
    if (ends === undefined) {
      return named;
    }
    const at = named.indexOf(axis);
    const start = findCompanion(named, at);
    const quantity = named.slice(start + 1, at);
    const next = named[at + 1];
    const isLast = next === undefined || isDivider(next);
    const isRead =
      start >= 0 &&
      isLast &&
      quantity.length > 0 &&
      quantity.every((token) => isNegation(token) || isOf(token, 'only', 'amount'));
    const isLittle = quantity.some(
      (token) => isNegation(token) || isOf(token, 'only') || grammar.littleWords.test(token.text),
    );
    const isMuch = !isLittle && quantity.some((token) => valueOf(token, 'amount') === '1');
    return isRead && (isLittle || isMuch)
      ? named.toSpliced(
          start + 1,
          quantity.length + 1,
          mergeTokens(ends[isLittle ? 1 : 0], ...quantity, axis),
        )
      : named;
  }, tokens);
}

function propertyOf(token: Token): string {
  return token.concepts.length === 1 && isOf(token, 'colourword')
    ? grammar.colourNouns.test(token.text)
      ? 'saturation'
      : ''
    : (valueOf(token, 'axis') ?? '');
}

/** Largest number of words from “with” to its quantity. */
const REACH = 4;

/** Finds the “with” before a quantity; -1 where there is none. */
function findCompanion(tokens: readonly Token[], end: number): number {
  for (let start = end - 1; start >= Math.max(0, end - REACH); start -= 1) {
    if (grammar.companions.test(tokens[start]?.text ?? '')) {
      return start;
    }
  }
  return -1;
}
