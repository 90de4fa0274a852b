/** Clauses that are done only in part, or that contradict themselves. */
import type { Clause } from '../clauses/clauses.ts';
import { targets } from '../tokens/concepts.ts';
import type { PromptPart } from '../prompt.ts';
import type { ReadWish } from '../reading/read-state.ts';
import { reasons } from '../../rules/reasons.ts';
import { isOf } from '../tokens/token.ts';
import { describesBefore } from './described-looks.ts';
import { mendsThing } from './single-things.ts';
import { isInClause } from './unmeant-wishes.ts';

/** Reasons with which a wish takes what belongs to it along: “a grid of these with white borders” of one image. */
const EXCLUDING: readonly PromptPart['says'][] = [
  reasons.later,
  reasons.drawn,
  reasons.onePicture,
  reasons.oneGroup,
];

/** Rules of what is not done, beside which another wish of the clause still is: “smile with closed eyes”. */
const BESIDE_OTHERS =
  'named_style expression closed_eyes line_width words_lettering words_cleared'.split(' ');

/** Those beside which one of the whole image is done as well. */
const BESIDE_WIDE = ['named_style', 'line_width', 'words_lettering', 'words_cleared'];

/** Concepts of things and places, to which other words of a clause may belong. */
const THINGS = ['object', 'place', 'garment', 'material', 'sky'];

/**
 * Finds clauses that are done only in part: beside a wish that is not done (“the man in the hat smiling”, “even out the
 * light on my face”), and beside one that excludes it (“make the black and white picture colourful”).
 */
export function findMixed(
  clauses: readonly Clause[],
  done: readonly ReadWish[],
  refused: ReadonlyMap<ReadWish, PromptPart>,
): ReadonlySet<Clause> {
  const refusals = [...refused].filter(
    ([{ rule }, { says }]) => EXCLUDING.includes(says) || rule.make === null,
  );
  const others = wordsOf(
    refusals
      .filter(
        ([{ used, rule }, { says }]) =>
          EXCLUDING.includes(says) ||
          !BESIDE_OTHERS.includes(rule.id) ||
          used.some((token) => isOf(token, ...THINGS, 'remove', 'numbered')),
      )
      .map(([wish]) => wish),
  );
  // “The purple hair from that anime girl” asks for no anime; “pop art like Warhol” does for pop art.
  const parts = wordsOf(
    refusals.filter(([{ rule }]) => !BESIDE_WIDE.includes(rule.id)).map(([wish]) => wish),
  );
  const wide = wordsOf(done.filter(({ rule }) => rule.touches.includes('all')));
  const all = wordsOf(done);
  const toned = done.filter(({ rule }) => CONTRARY.join(' ').split(' ').includes(rule.id));
  return new Set(
    clauses.filter(
      (clause, at) =>
        isContrary(toned.filter(({ used }) => used.some((token) => isInClause(clause, token)))) ||
        isOfColours(clause, clauses[at + 1]) ||
        (at > 0 && isOfColours(clauses[at - 1] ?? clause, clause)) ||
        (names(clause, others) && names(clause, all)) ||
        (names(clause, parts) && names(clause, wide)) ||
        (describesBefore(clause, clauses[at - 1]) &&
          names(clauses[at - 1] ?? clause, parts) &&
          !names(clauses[at - 1] ?? clause, all)) ||
        (names(clause, wide) && mendsPart(clause, clauses[at - 1], parts)) ||
        (names(clause, wide) &&
          mendsThing(clause, clauses[at - 1]) &&
          names(clauses[at - 1] ?? clause, parts)),
    ),
  );
}

/** Parts of one colour. */
const COLOURED = ['clothes', 'eyes', 'lips', 'hair', 'brows', 'background', 'wall'];

/** Returns whether “and” gives a part a second colour, of which it has one: “make my shirt red and white”. */
function isOfColours({ tokens }: Clause, after: Clause | undefined): boolean {
  return (
    after?.isJoined === true &&
    after.tokens.length > 0 &&
    after.tokens.every((token) => isOf(token, 'colour') && !isOf(token, ...COLOURED)) &&
    tokens.some((token) => isOf(token, ...COLOURED)) &&
    tokens.some((token) => isOf(token, 'colour'))
  );
}

/**
 * Returns whether a clause mends a part that the clause before it complains of and that nothing changes: “my eyes are so
 * red, less red please”.
 */
function mendsPart(
  { tokens, isNew, sentence }: Clause,
  before: Clause | undefined,
  refused: ReadonlySet<number>,
): boolean {
  return (
    before?.sentence === sentence &&
    !isNew &&
    before.tokens.some((token) => isOf(token, 'is', 'finish')) &&
    before.tokens.some((token) => isOf(token, ...targets)) &&
    !tokens.some((token) => isOf(token, 'picture', ...targets)) &&
    names(before, refused)
  );
}

/** Returns the indices of the words that wishes take. */
function wordsOf(wishes: readonly ReadWish[]): ReadonlySet<number> {
  return new Set(wishes.flatMap(({ used }) => used.flatMap(({ at }) => at)));
}

/** Returns whether one of some words is in a clause. */
function names({ tokens }: Clause, words: ReadonlySet<number>): boolean {
  return tokens.some(({ at }) => at.some((one) => words.has(one)));
}

/** Effects and their opposites. */
const CONTRARY = ['brighter darker', 'warmer cooler', 'more_contrast less_contrast'];

/** Returns whether wishes contradict each other: “a dark background lighter”. */
function isContrary(wishes: readonly ReadWish[]): boolean {
  const everywhere = wishes.filter(({ where }) => where === null).map(({ rule }) => rule.id);
  return CONTRARY.some((pair) => {
    const [first = '', second = ''] = pair.split(' ');
    const has = (id: string): boolean => wishes.some(({ rule }) => rule.id === id);
    return has(first) && has(second) && everywhere.some((id) => id === first || id === second);
  });
}
