/** Doubts about wishes that may be meant for a single thing or person, which nothing finds. */
import type { Clause } from './clauses.ts';
import { grammar } from './grammar.ts';
import { targets } from './match-rule.ts';
import type { ReadWish } from './read-state.ts';
import { isOf, type Token } from './token.ts';

/**
 * Returns whether a clause changes “it”, which may be the thing that the clause before it complains of: “the lamp is too
 * bright, dim it”.
 */
export function mendsThing({ all, tokens, sentence }: Clause, before: Clause | undefined): boolean {
  const [subject] = before?.tokens ?? [];
  return (
    before !== undefined &&
    before.sentence === sentence &&
    subject !== undefined &&
    isOf(subject, 'object', 'sky', 'garment') &&
    before.tokens.some((token) => isOf(token, 'is', 'too', 'zu')) &&
    !before.tokens.some((token) => isOf(token, 'picture')) &&
    !tokens.some((token) => isOf(token, 'picture', ...targets)) &&
    all.some(({ text }) => grammar.objectPronouns.test(text))
  );
}

/** Returns whether a wish about faces is one of a single person, whom nothing finds: “make only him smile”. */
export function isOnePerson({ rule, used }: ReadWish, prompt: readonly Token[]): boolean {
  const only = prompt.findIndex((token) => isOf(token, 'only') && used.includes(token));
  const next = prompt[only + 1];
  return (
    only >= 0 &&
    next !== undefined &&
    !rule.canConfine &&
    !rule.touches.some((part) => ['all', 'frame', 'background'].includes(part)) &&
    (isOf(next, 'person', 'pronoun') ||
      grammar.personalPronouns.test(next.text) ||
      grammar.subjectPronouns.test(next.text))
  );
}
