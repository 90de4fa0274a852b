/** Finds tones that only describe what the words before them name, and are no wishes of their own. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import type { ReadWish } from '../reading/read-state.ts';
import { isOf } from '../tokens/token.ts';

/** Grades that state how an old photo looks. */
const FADED = ['less_saturated', 'less_contrast'];

/** Returns whether a tone only states how a photo that is to be repaired looks: “an old photo, faded and creased”. */
export function isFaded({ rule, used, sentence }: ReadWish, wishes: readonly ReadWish[]): boolean {
  return (
    FADED.includes(rule.id) &&
    used.length === 1 &&
    !used.some(({ text }) => grammar.comparativeWords.test(text)) &&
    wishes.some(
      (other) => other.rule.id === 'restore' && !other.isNegated && other.sentence === sentence,
    )
  );
}

/** Returns whether bare adjectives may describe what the clause before them names: “smoky eye makeup, dark”. */
export function describesBefore(
  { all, tokens, isNew, joint, sentence }: Clause,
  before: Clause | undefined,
): boolean {
  return (
    before?.sentence === sentence &&
    !isNew &&
    joint === null &&
    tokens.length > 0 &&
    before.tokens.some((token) => isOf(token, 'makeup', 'eyemakeup', 'garment', 'object')) &&
    tokens.every(
      (token) =>
        isOf(token, 'amount') ||
        (isOf(token, 'g') && token.at.length === 1 && !grammar.anyComparatives.test(token.text)),
    ) &&
    all.every(({ kind }) => kind !== 'verb')
  );
}
