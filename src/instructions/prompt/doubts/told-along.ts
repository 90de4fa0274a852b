/** Drops what is not done where a clause only tells about it, beside a wish that is done: “filmed at night with my phone”. */
import type { Clause } from '../clauses/clauses.ts';
import { findStatedLooks } from './stated-looks.ts';
import { findClauseOf, isInClause } from './unmeant-wishes.ts';
import { isWanted } from '../reading/complaint.ts';
import { grammar } from '../tokens/grammar.ts';
import type { ReadState, ReadWish } from '../reading/read-state.ts';
import { targets } from '../tokens/concepts.ts';
import { isOf, NO_TOKEN, textOf, type Token } from '../tokens/token.ts';

/** Concepts of which something is told. */
const TOLD =
  'object place outside light studiolight night day golden past is amount picture described to from g person pronoun number steady rain snow fog weather-not lowlight ageword timing expression sad'.split(
    ' ',
  );
/** Rules of what may be told about. */
const TELLABLE =
  'object place light_kind steady weather night_outside limb vague one_side expression closed_eyes timing'.split(
    ' ',
  );
/** Largest number of sentences between what is told and the wish. */
const REACH = 1;

/** Takes the wishes of clauses that only tell something out of the state; their words are reasons. */
export function leaveOutRemarks(state: ReadState, clauses: readonly Clause[]): void {
  const told = state.wishes.flatMap((wish): readonly (readonly [ReadWish, Clause])[] => {
    if (wish.rule.make !== null || !TELLABLE.includes(wish.rule.id)) {
      return [];
    }
    const clause = clauses[findClauseOf(wish.used, clauses)];
    return clause !== undefined && isTold(wish, clause, state) ? [[wish, clause]] : [];
  });
  for (const [wish, clause] of told) {
    state.wishes.splice(state.wishes.indexOf(wish), 1);
    state.reasons.push(...clause.tokens);
  }
  for (const clause of findStatedLooks(clauses, state.wishes)) {
    const seeming = state.wishes.filter(({ used }) =>
      used.some((token) => isInClause(clause, token)),
    );
    for (const wish of seeming) {
      state.wishes.splice(state.wishes.indexOf(wish), 1);
    }
    state.reasons.push(...clause.tokens);
  }
}

/**
 * Returns the clauses that may make wishes doubtful: not those that only say why something is asked for. “My eyes look
 * dull, a bit brighter” is about the part that its reason names.
 */
export function findAsking(clauses: readonly Clause[], told: readonly Token[]): readonly Clause[] {
  const reasons = new Set(told);
  return clauses.filter(
    ({ tokens }) =>
      tokens.length === 0 || tokens.some((token) => !reasons.has(token) || isOf(token, ...targets)),
  );
}

function isTold(wish: ReadWish, clause: Clause, { wishes }: ReadState): boolean {
  const isBeside = wishes.some(
    (other) =>
      other.rule.make !== null &&
      !other.isNegated &&
      Math.abs(other.sentence - wish.sentence) <= REACH &&
      !other.used.some((token) => isInClause(clause, token)),
  );
  return (
    isBeside &&
    (tells(clause) || (compares(clause) && !wishes.some(isGround))) &&
    wish.used.every((token) => token.at.length === 0 || isInClause(clause, token))
  );
}

/** Returns whether a clause says how or where an image was made, what it is like, or begins with “that’s why”. */
function tells(clause: Clause): boolean {
  const { all, tokens, isNew } = clause;
  const words = textOf(all);
  const is = tokens.findIndex((token) => isOf(token, 'is'));
  const isLikened =
    is >= 0 &&
    is < all.length - 2 &&
    all.some(({ text, kind }) => kind === 'filler' && grammar.alike.test(text)) &&
    isOf(tokens.at(-1) ?? NO_TOKEN, 'object', 'place');
  const isMade = all.some(isTelling);
  return (
    !isNew &&
    !isWanted(clause) &&
    !grammar.requests.test(words) &&
    (isMade || isLikened || (is >= 0 && grammar.causes.test(words))) &&
    tokens.every((token) => token.kind === 'unknown' || isOf(token, ...TOLD)) &&
    !tokens.some(
      (token) =>
        isOf(token, 'g') && (isMade || isLikened) && grammar.anyComparatives.test(token.text),
    )
  );
}

/** Concepts of what a light or a colour may be like. */
const ALIKE = ['object', 'place', 'outside', 'from', 'to', 'past', 'picture'];

/** Returns whether a clause only says what the wish before it is like: “light from the right, like from a window”. */
function compares({ all, tokens, isNew, isJoined }: Clause): boolean {
  const [first, second] = all.map(({ text }) => text);
  return (
    !isNew &&
    !isJoined &&
    (grammar.alike.test(first ?? '') ||
      (grammar.conclusions.test(first ?? '') && grammar.alike.test(second ?? ''))) &&
    tokens.every((token) => isOf(token, ...ALIKE))
  );
}

/** Returns whether a wish is about what a thing or place would be part of. */
function isGround({ rule }: ReadWish): boolean {
  return ['background', 'words', 'style', 'group', 'collage'].includes(rule.topic);
}

function isTelling(token: Token): boolean {
  return (
    isOf(token, 'past') ||
    ((token.kind === 'filler' || token.kind === 'unknown') && grammar.tellings.test(token.text))
  );
}
