/** Clauses that only say how much of the wish before them is meant: “a bit slimmer, only slightly”, “leicht, nicht zu viel”. */
import type { Clause } from './clauses.ts';
import { extendLastWish, type ReadState } from './read-state.ts';
import { isNegation, isOf, type Token, valueOf } from './token.ts';

/** Takes an amount after a wish that names one already; the later one counts. */
export function readAmount(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const amount = rest.find((token) => isOf(token, 'amount') && !/\d/.test(token.text));
  // “Slightly, not too much”
  const isDenied = rest.some(isNegation);
  const value = amount === undefined ? null : isDenied ? '0.35' : valueOf(amount, 'amount');
  if (
    value === null ||
    last === undefined ||
    last.sentence !== clause.sentence ||
    last.rule.make === null ||
    last.isNegated ||
    clause.isNew ||
    !last.used.some((token) => isOf(token, 'amount')) ||
    last.used.some((token) => isOf(token, 'amount') && /\d/.test(token.text)) ||
    !rest.every((token) => isOf(token, 'amount', 'only') || isNegation(token))
  ) {
    return rest;
  }
  state.wishes[state.wishes.length - 1] = {
    ...last,
    used: last.used.map((token) =>
      isOf(token, 'amount') ? { ...token, concepts: [`amount:${value}`] } : token,
    ),
  };
  extendLastWish(
    state,
    rest.map((token) => ({ ...token, concepts: [`amount:${value}`] })),
  );
  return [];
}
