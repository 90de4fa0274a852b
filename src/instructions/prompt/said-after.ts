/** Parts of sentences that say how, how much or where the wish before them is done. */
import type { Clause } from './clauses.ts';
import { findRule, targets } from './match-rule.ts';
import type { ReadState } from './read-state.ts';
import { stepRegions } from '../step.ts';
import { isOf, type Token } from './token.ts';

/** “write “Hi” at the top, big, in yellow”: how words look is said after them. */
export function readCaption(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  if (
    last?.rule.id !== 'words' ||
    last.sentence !== clause.sentence ||
    rest.length === 0 ||
    !rest.every((token) => isOf(token, ...LOOKS))
  ) {
    return rest;
  }
  state.wishes[state.wishes.length - 1] = { ...last, used: [...last.used, ...rest] };
  return [];
}

const LOOKS = ['colour', 'colourword', 'bigger', 'smaller', 'side', 'edges', 'outline', 'amount'];

/** “light from the left, rather cool”: a tone that follows a lamp is that of its light. */
export function readLamp(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const isTone =
    rest.length > 0 &&
    rest.every(
      ({ concepts }) =>
        concepts.length === 1 && ['g:warmer', 'g:cooler', 'light'].includes(concepts[0] ?? ''),
    );
  if (
    !isTone ||
    clause.isNew ||
    last?.rule.id !== 'relight' ||
    last.sentence !== clause.sentence ||
    last.used.some((token) => isOf(token, 'g', 'colour'))
  ) {
    return rest;
  }
  state.wishes[state.wishes.length - 1] = { ...last, used: [...last.used, ...rest] };
  return [];
}

/** “portrait mode, but stronger”, “too bright, tone it down by 15 %”: the wish before it, more or less of it. */
export function readDegree(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const last = state.wishes.at(-1);
  const way = rest.find((token) => isOf(token, 'more', 'less'));
  if (
    way === undefined ||
    last?.sentence !== clause.sentence ||
    last.rule.make === null ||
    last.isNegated ||
    rest.filter((token) => isOf(token, 'more', 'less')).length > 1 ||
    !rest.every((token) => isOf(token, 'more', 'less', 'amount', 'only', 'is'))
  ) {
    return rest;
  }
  // What is wrong is mended by that wish already.
  const isMended = last.used.some(({ text }) =>
    /^(?:too|zu|viel zu|way too|much too)\b|exposed|belichtet/i.test(text),
  );
  const hasAmount = [...last.used, ...rest].some((token) => isOf(token, 'amount'));
  const amount = { ...way, concepts: isOf(way, 'more') ? ['amount:1'] : ['amount:0.35'] };
  const said = rest.map((token) => (token === way && !isMended && !hasAmount ? amount : token));
  state.wishes[state.wishes.length - 1] = { ...last, used: [...last.used, ...said] };
  return [];
}

/** “whiter teeth, but only slightly”, “blurry borders”: how much, or once more, of the wish before it. */
export function readMore(
  rest: readonly Token[],
  clause: Clause,
  { hasNext, state }: { readonly hasNext: boolean; readonly state: ReadState },
): readonly Token[] {
  const index = state.wishes.findLastIndex(
    ({ rule, sentence, isNegated }) =>
      rule.make !== null && sentence === clause.sentence && !isNegated,
  );
  const last = state.wishes[index];
  if (last === undefined || rest.length === 0) {
    return rest;
  }
  const needs = last.rule.needs.flatMap((need) => need.split('|'));
  const isAgain = ({ concepts }: Token): boolean =>
    concepts.length > 0 &&
    concepts.every(
      (concept) =>
        needs.includes(concept) &&
        last.used.some((token) => isOf(token, ...needs)) &&
        concept !== 'colour',
    );
  const amounts = rest.filter((token) => isOf(token, 'amount'));
  const isAmount = amounts.length === 1 && !last.used.some((token) => isOf(token, 'amount'));
  const isMore =
    rest.every((token) => isOf(token, 'amount', 'only') || isAgain(token)) &&
    (amounts.length === 0
      ? !rest.every((token) => isOf(token, 'only'))
      : isAmount && (clause.isJoined || !hasNext || rest.length > 1));
  const isTarget = rest.some((token) => isOf(token, ...targets));
  if (!isMore || isTarget) {
    return rest;
  }
  state.wishes[index] = { ...last, used: [...last.used, ...rest] };
  return [];
}
/** “…, except the face”, “…, not the background”: where the wish before it is not done. */
export function readException(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const isOnly =
    rest.some((token) => isOf(token, 'only')) &&
    rest.every((token) => isOf(token, 'only', ...targets));
  const isException =
    isOnly ||
    (rest.some((token) => isOf(token, 'except', 'not')) &&
      rest.every((token) => isOf(token, 'except', 'not', 'picture', 'only', ...targets)));
  const region = stepRegions.find((name) => rest.some((token) => isOf(token, name)));
  const last = state.wishes.at(-1);
  // Of a live swap “only the face” is a wish.
  const isWish = isOnly && findRule(state.rules, rest) !== null;
  if (isWish || !isException || region === undefined || last?.sentence !== clause.sentence) {
    return rest;
  }
  const canLeaveOut = last.rule.canConfine && last.where === null;
  const isOut = last.where !== null && !last.where.isInverted && last.where.region !== region;
  if (
    !canLeaveOut &&
    !isOut &&
    (isOnly ||
      last.rule.topic === 'anonymise' ||
      last.rule.touches.some((part) => part === 'all' || part === region))
  ) {
    return rest;
  }
  state.wishes[state.wishes.length - 1] = {
    ...last,
    used: [...last.used, ...rest],
    where: canLeaveOut ? { region, isInverted: !isOnly } : last.where,
  };
  return [];
}
