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
  if (rule.topic === 'anonymise') {
    // “Only hide the children”
    return (
      prompt.some((token) => isOf(token, 'only')) &&
      used.some((token) => isOf(token, 'person')) &&
      !used.some((token) => isOf(token, 'face'))
    );
  }
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

/** Returns whether a mood is that of the image, not of a face: “make it look sad”. */
export function isMoodOfImage({ rule, used }: ReadWish, prompt: readonly Token[]): boolean {
  const first = used.at(0);
  if (rule.topic !== 'mouth' || first === undefined) {
    return false;
  }
  const isEnd = (token: Token): boolean =>
    token.kind === 'pause' || token.kind === 'stop' || isOf(token, 'and');
  const at = prompt.indexOf(first);
  const start = prompt.findLastIndex((token, index) => index < at && isEnd(token));
  const rest = prompt.slice(start + 1);
  const end = rest.findIndex(isEnd);
  const clause = end < 0 ? rest : rest.slice(0, end);
  return (
    at >= 0 &&
    clause.some(({ text }) => grammar.objectPronouns.test(text)) &&
    !clause.some(
      (token) =>
        isOf(token, 'person', 'face', 'mouth', 'pronoun') ||
        grammar.personalPronouns.test(token.text) ||
        grammar.firstPerson.test(token.text),
    )
  );
}
