/** Clauses whose degree depends on the wish before them: “fog, quite thick”, “flat colours, boost them”. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import type { ReadState } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Grades that an image may be complained of. */
const DULL_RULES = ['less_contrast', 'less_saturated'];

/** Reads “flat colours, boost them” as a complaint; null for other clauses. */
export function turnDull(
  rest: readonly Token[],
  { all, sentence }: Clause,
  state: ReadState,
): readonly Token[] | null {
  const last = state.wishes.at(-1);
  const isBoosted =
    last?.sentence === sentence &&
    DULL_RULES.includes(last.rule.id) &&
    !last.isNegated &&
    rest.some((token) => isOf(token, 'more')) &&
    rest.every(
      (token) => isOf(token, 'more', 'amount') || grammar.peoplePronouns.test(token.text),
    ) &&
    all.some(({ text }) => grammar.objectPronouns.test(text)) &&
    !last.used.some(({ text }) => grammar.comparativeWords.test(text));
  if (!isBoosted) {
    return null;
  }
  state.wishes.pop();
  const used = last.used.map((token) => ({
    ...token,
    concepts: token.concepts.map((concept) => concept.replace('g:less', 'g:more')),
  }));
  return [...used, ...rest.filter((token) => isOf(token, 'amount'))];
}

/** Reads how thick a weather is as its amount: “fog, quite thick”, “snow, big flakes”. */
export function nameThickness(
  rest: readonly Token[],
  { sentence }: Clause,
  { wishes }: ReadState,
): readonly Token[] {
  const last = wishes.at(-1);
  // “Fog, bigger eyes” says nothing of the fog.
  const isOwn = rest.every(
    (token) => token.kind === 'unknown' || isOf(token, 'wide', 'bigger', 'slim', 'amount'),
  );
  return isOwn && last?.sentence === sentence && ['rain', 'snow', 'fog'].includes(last.rule.topic)
    ? rest.map((token) =>
        isOf(token, 'wide', 'bigger') && token.concepts.length === 1
          ? { ...token, concepts: ['amount:1'] }
          : token.concepts[0] === 'slim'
            ? { ...token, concepts: ['amount:0.35'] }
            : token,
      )
    : rest;
}
