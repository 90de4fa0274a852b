/** Clauses that only say how much of the wish before them is meant: “a bit slimmer, only slightly”, “leicht, nicht zu viel”. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import type { ReadState, ReadWish } from './read-state.ts';
import { isNegation, isOf, type Token, valueOf } from '../tokens/token.ts';

/** Takes an amount after a wish that names one already; the later one counts. “Both only slightly” is said of all wishes. */
export function readAmount(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const amount = rest.find((token) => isOf(token, 'amount'));
  // “Slightly, not too much”
  const isDenied = rest.some(isNegation);
  const value = amount === undefined ? null : isDenied ? '0.35' : valueOf(amount, 'amount');
  const isOfAll = clause.all.some(({ text }) => grammar.each.test(text));
  if (
    value === null ||
    last === undefined ||
    clause.isNew ||
    !(isGraded(last, clause) || isSaidAfter(last, clause)) ||
    !(
      isOfAll ||
      last.sentence < clause.sentence ||
      last.used.some((token) => isOf(token, 'amount'))
    ) ||
    !rest.every(
      (token) =>
        isOf(token, 'amount', 'only') || isNegation(token) || grammar.each.test(token.text),
    )
  ) {
    return rest;
  }
  const concepts = [`amount:${value}`];
  for (const [at, wish] of state.wishes.entries()) {
    if (wish === last || (isOfAll && isGraded(wish, clause))) {
      const used = wish.used.map((token) =>
        isOf(token, 'amount') ? { ...token, concepts } : token,
      );
      const said = rest.map((token) => ({ ...token, concepts }));
      state.wishes[at] = { ...wish, used: [...used, ...said] };
    }
  }
  return [];
}

/** Returns whether a sentence only adds how much is meant: “Snow! Lots of it.” */
function isSaidAfter(last: ReadWish, { all, sentence }: Clause): boolean {
  const end = all.at(-1);
  return (
    sentence - last.sentence === 1 &&
    end !== undefined &&
    (isOf(end, 'amount') || grammar.objectPronouns.test(end.text)) &&
    isGraded(last, last)
  );
}

/** Returns whether a wish of the same sentence may take another amount. */
function isGraded(
  { rule, used, sentence, isNegated }: ReadWish,
  clause: Pick<Clause, 'sentence'>,
): boolean {
  return (
    sentence === clause.sentence &&
    rule.make !== null &&
    !isNegated &&
    !used.some((token) => isOf(token, 'amount') && /\d/.test(token.text))
  );
}
