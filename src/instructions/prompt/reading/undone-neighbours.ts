/** Wishes that are left undone because their words belong to something else that is not done. */
import type { Clause } from '../clauses/clauses.ts';
import { isTurning, type RuleMatch } from '../clauses/match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import type { ReadState } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

interface Neighbours {
  readonly clause: Clause;
  readonly state: ReadState;
  /** Words of the clause that are left to read. */
  readonly rest: readonly Token[];
  /** Words that waited since the clause before. */
  readonly carried: readonly Token[];
  /** Words of wishes of the clause that are not offered. */
  readonly refused: readonly Token[];
}

/** Returns whether words of a wish belong to something that is not done. */
export function isOfUndone(
  match: RuleMatch,
  { clause, state, rest, carried, refused }: Neighbours,
): boolean {
  return (
    isRefusedThing(match, refused) ||
    isSided(match, clause, state) ||
    isOfRefusedFrame(match, clause, state) ||
    isOfOther(match, rest, carried) ||
    isOfHiddenThing(match, clause, state) ||
    isKeptColour(match, clause, state)
  );
}

/** Returns whether colours stay beside a new background: “turn the background grey but leave my clothes in colour”. */
function isKeptColour(
  { rule, used }: RuleMatch,
  { sentence }: Clause,
  { wishes }: ReadState,
): boolean {
  return (
    rule.id.startsWith('black_and_white') &&
    used.some((token) => isOf(token, 'splash')) &&
    !used.some((token) => isOf(token, 'mono', 'only', 'background')) &&
    wishes.some((wish) => wish.sentence === sentence && wish.rule.touches.includes('background'))
  );
}

/**
 * Returns whether a wish is about a thing that was refused: “the wind noise” is no noise of the image, and what the person
 * on the right should do nobody else does.
 */
function isRefusedThing({ rule, used }: RuleMatch, refused: readonly Token[]): boolean {
  const ends = used.flatMap(({ at }) => at);
  return refused.some(
    (token) =>
      isTurning(token) &&
      // “Pop art Warhol”
      !(rule.topic === 'style' && isOf(token, 'named')) &&
      token.at.some((at) => ends.includes(at - 1) || ends.includes(at + 1)),
  );
}

/** Returns whether a wish goes on about one of several people, whom nothing finds: “the man on the right smiling, mouth closed”. */
function isSided({ rule, used }: RuleMatch, clause: Clause, state: ReadState): boolean {
  return (
    state.sided === clause.sentence &&
    (rule.touches.every((part) => part !== 'all' && part !== 'frame' && part !== 'background') ||
      [...used, ...clause.tokens].some((token) => isOf(token, 'pronoun')))
  );
}

/** Returns whether a shape belongs to a frame that was refused: “extend it to the left so that it fits 16:9”. */
function isOfRefusedFrame(
  { rule }: RuleMatch,
  { sentence }: Clause,
  { wishes }: ReadState,
): boolean {
  return (
    rule.id === 'crop_alone' &&
    wishes.some(
      (wish) =>
        wish.sentence === sentence &&
        wish.rule.make === null &&
        wish.used.some((token) => isOf(token, 'extend', 'wide', 'crop', 'zoomin')),
    )
  );
}

/**
 * Returns whether a wish is about a thing that was refused: “a poster hangs behind me, pixelate it”, “the dog sharp, the rest
 * blurry”.
 */
function isOfHiddenThing(
  { rule, used }: RuleMatch,
  { sentence }: Clause,
  { wishes }: ReadState,
): boolean {
  return (
    (rule.topic === 'anonymise' || rule.id === 'background_blur_rest') &&
    !used.some((token) => isOf(token, 'face', 'person', 'background')) &&
    wishes.some(
      (wish) =>
        wish.sentence === sentence &&
        wish.rule.make === null &&
        wish.used.some((token) => isOf(token, 'object')),
    )
  );
}

/**
 * Returns whether a wish takes a part of the clause before it for an effect on another part: “the nose a bit straighter and
 * the cheeks slimmer”.
 */
function isOfOther(
  { used }: RuleMatch,
  tokens: readonly Token[],
  carried: readonly Token[],
): boolean {
  const isPart = (token: Token): boolean =>
    isOf(token, ...targets) && !isOf(token, 'person', 'pronoun');
  return (
    used.some((token) => isPart(token) && carried.includes(token)) &&
    tokens.some((token) => isPart(token) && !carried.includes(token) && !used.includes(token)) &&
    !used.some((token) => isOf(token, 'colour', 'keep', 'only'))
  );
}
