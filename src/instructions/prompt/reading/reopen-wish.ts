/** Extends a wish by the clause that follows it. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { findRule } from '../clauses/match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import { extendLastWish, type ReadState, type ReadWish } from './read-state.ts';
import { rewrite } from '../rewriting/rewrite.ts';
import { type StepRegion, stepRegions } from '../../step.ts';
import { isOf, type Token } from '../tokens/token.ts';

/**
 * Joins two clauses of one wish: “black and white, but keep the red”, “pink light and blue”. Returns the tokens that
 * remain.
 */
export function reopenWish(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  if (last === undefined || last.sentence !== clause.sentence) {
    return rest;
  }
  const isSame =
    rest.length > 1 &&
    rest.some((token) => isOf(token, 'only')) &&
    rest.every(
      (token) =>
        isOf(token, 'only') ||
        (isOf(token, ...targets) &&
          last.used.some((said) => said.text.toLowerCase() === token.text.toLowerCase())),
    );
  if (isSame && !last.rule.canConfine) {
    // “The dress green, and only the dress”
    extendLastWish(state, rest);
    return [];
  }
  if (deniesOther(last, rest)) {
    extendLastWish(state, rest);
    return [];
  }
  const joined = joinLamps(last, rest, clause) ?? joinFaces(last, rest) ?? joinShape(last, rest);
  if (joined !== null) {
    state.wishes.pop();
    return joined;
  }
  if (last.rule.id !== 'black_and_white') {
    return rest;
  }
  return leaveColourful(last, rest, clause, state) ?? keepColour(last, rest, state);
}

/** Returns whether a clause only denies another colour or place than the wanted one: “lavender, not purple”. */
function deniesOther(
  { rule, isNegated, colour }: ReadWish,
  [not, other, ...more]: readonly Token[],
): boolean {
  const isOther =
    other !== undefined &&
    other.concepts.length === 1 &&
    ((rule.needs.includes('colour') && isOf(other, 'colour') && other.concepts[0] !== colour) ||
      // “A beach behind me, not my kitchen”
      (rule.topic === 'background' && other.concepts[0] === 'place'));
  return (
    isOther &&
    rule.make !== null &&
    !isNegated &&
    more.length === 0 &&
    not !== undefined &&
    isOf(not, 'not')
  );
}

function joinLamps(
  last: ReadWish,
  rest: readonly Token[],
  clause: Clause,
): readonly Token[] | null {
  const isColour = rest.some((token) => isOf(token, 'colour'));
  if (isColour && rest.length === 1 && last.rule.id === 'relight_colour' && clause.isJoined) {
    return rewrite([...last.used, ...rest]);
  }
  // “neon lighting, blue from the right”: the colours belong to lamps, not to a tint.
  const lit = last.used.filter(({ text }) => grammar.lightNouns.test(text));
  const isLamp =
    last.rule.id === 'neon_tint' && isColour && rest.some((token) => isOf(token, 'side'));
  return isLamp && lit.length > 0
    ? [...lit.map((token) => ({ ...token, concepts: ['light'] })), ...rest]
    : null;
}

/** Joins “soften the faces so that nobody is recognised”, which does not mean skin. */
function joinFaces(last: ReadWish, rest: readonly Token[]): readonly Token[] | null {
  const isSoft = last.used.some(({ concepts }) => concepts.includes('smooth:soft'));
  return last.rule.id === 'skin_face' && isSoft && rest.some((token) => isOf(token, 'hide'))
    ? [
        ...last.used.map((token) =>
          isOf(token, 'smooth') ? { ...token, concepts: ['blur'] } : token,
        ),
        ...rest,
      ]
    : null;
}

/** “16:9, without cropping”. */
function joinShape(last: ReadWish, rest: readonly Token[]): readonly Token[] | null {
  return ['shape_alone', 'crop_alone'].includes(last.rule.id) &&
    rest.some((token) => isOf(token, 'crop', 'extend', 'uncropped'))
    ? [...last.used, ...rest]
    : null;
}

/** Joins “the background grey, me colourful”: the part that is not grey keeps its colours. */
function leaveColourful(
  last: ReadWish,
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] | null {
  const named = rest.filter((token) => !isOf(token, 'person', 'pronoun', 'keep'));
  const isColourful = named.length === 1 && named.every(({ text }) => grammar.colourful.test(text));
  const isMe =
    named.length < rest.length || clause.all.some(({ text }) => grammar.firstPerson.test(text));
  if (!isColourful || (!isMe && last.where === null)) {
    return null;
  }
  const where = last.where ?? { region: 'person', isInverted: true };
  extendLastWish(state, rest, where);
  return [];
}

function keepColour(last: ReadWish, rest: readonly Token[], state: ReadState): readonly Token[] {
  const has = (...kinds: readonly string[]): boolean => rest.some((token) => isOf(token, ...kinds));
  const isRest =
    (has('keep', 'only', 'except') && has('colour', 'splash')) ||
    (has('splash') && has(...targets));
  if (!isRest) {
    return rest;
  }
  const { where: confined } = last;
  const isRestated =
    confined !== null &&
    !confined.isInverted &&
    rest.every((token) => isOf(token, 'keep', 'only', 'splash', 'is', 'identity', ...targets)) &&
    !rest.some((token) => isOf(token, confined.region));
  if (isRestated) {
    // “Only the background black and white, I stay in colour”
    const others = confined.region === 'background' ? 'person' : 'background';
    const named = stepRegions.find((name) => rest.some((token) => isOf(token, name))) ?? 'person';
    extendLastWish(state, rest, named === others ? { region: named, isInverted: true } : confined);
    return [];
  }
  const part = findStaying(rest);
  if (part !== null && last.where === null) {
    // “…, the dress stays red” keeps the colour; “…, only my eyes blue” also changes it.
    const isKept = has('keep', 'splash');
    const used = [...last.used, ...rest.filter((token) => isKept || isOf(token, 'only'))];
    const where = { region: part, isInverted: true };
    state.wishes[state.wishes.length - 1] = { ...last, used, where };
    return isKept ? [] : rest.filter((token) => !isOf(token, 'only'));
  }
  const joined = [...last.used, ...rest];
  const match = findRule(state.rules, joined);
  if (match === null || match.rule.id === 'black_and_white' || match.rule.topic !== 'colours') {
    return rest;
  }
  state.wishes.pop();
  return joined;
}

/** Finds the part that stays coloured while the rest becomes grey, named along with its colour; null for none. */
function findStaying(rest: readonly Token[]): StepRegion | null {
  const region = stepRegions.find((name) => rest.some((token) => isOf(token, name)));
  const isAbout = rest.every((token) =>
    isOf(token, 'keep', 'only', 'except', 'splash', 'colour', 'colourword', 'is', ...targets),
  );
  return region !== undefined && isAbout && rest.some((token) => isOf(token, 'colour'))
    ? region
    : null;
}
