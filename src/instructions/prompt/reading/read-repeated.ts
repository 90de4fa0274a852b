/** Reads clauses that complete the wish before them: “blur the number plate and all the faces”. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { extendLastWish, type ReadState, type ReadWish } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Rules of what is not done whose effect another part may share. */
const SHARED = ['object', 'object_on_part', 'part_blur', 'skin_colour'];

/** What clauses after refused wishes say of them, by the rules of those. */
const GOES_ON: Readonly<Record<string, readonly string[]>> = {
  // “The title bigger and blue instead of green”
  words_changed: ['colour', 'instead', 'bigger', 'smaller', 'to', 'from'],
  // “My face looks tired, freshen it up”
  tired: ['enhance', 'vague', 'fix', 'less', 'remove'],
  // “Swap faces between me and my sister”
  swap_faces: ['person', 'pronoun'],
  swap_faces_of: ['person', 'pronoun'],
};

/** Returns whether a clause only goes on about a wish that is not offered. */
function goesOnRefused(
  { rule, sentence }: ReadWish,
  rest: readonly Token[],
  state: ReadState,
): boolean {
  const more = Object.hasOwn(GOES_ON, rule.id) ? (GOES_ON[rule.id] ?? []) : [];
  // “Blush and mascara, nothing heavy” says how strong the blush is.
  const isAlone = !state.wishes.some(
    (wish) => wish.sentence === sentence && wish.rule.make !== null,
  );
  return (
    rule.make === null &&
    rest.length > 0 &&
    rest.every(
      (token) =>
        token.concepts.length === 1 && // The part that “it” means has no place.
        (token.at.length === 0 || isOf(token, ...more) || (isAlone && isOf(token, 'amount'))),
    )
  );
}

/** Returns whether a clause says how faces are not to be covered: “…, not just with bars”. */
function deniesBars({ rule }: ReadWish, rest: readonly Token[]): boolean {
  return (
    rule.topic === 'anonymise' &&
    rest.some((token) => isOf(token, 'not')) &&
    rest.some((token) => isOf(token, 'bars', 'censorbar')) &&
    rest.every((token) => isOf(token, 'not', 'only', 'colour', 'bars', 'censorbar'))
  );
}

/** Returns whether a clause mends how an image lies: “this photo is sideways, rotate it right”. */
function turnsSideways(
  { rule, used, sentence }: ReadWish,
  rest: readonly Token[],
  clause: Clause,
): boolean {
  return (
    rule.id === 'turn_side' &&
    sentence === clause.sentence &&
    used.some((token) => isOf(token, 'is')) &&
    rest.some((token) => isOf(token, 'rotate')) &&
    rest.some((token) => isOf(token, 'side'))
  );
}

/** Effects that are shared; what is to be removed beside a thing is not certain enough. */
const EFFECTS = ['blur', 'hide', 'conceal', 'colour'];

/**
 * Adds the effect of a refused wish to a joined clause that only names a part, “the glasses blue and the lips, too”, and clauses that
 * only go on about the wish to it.
 */
export function readRepeated(
  rest: readonly Token[],
  clause: Clause,
  state: ReadState,
): readonly Token[] {
  const { wishes } = state;
  const last = wishes.at(-1);
  if (
    last?.rule.make === null &&
    last.sentence === clause.sentence &&
    rest.some((token) => isOf(token, 'remove', 'fix', 'less')) &&
    rest.every(
      (token) =>
        isOf(token, 'remove', 'fix', 'less', 'amount') || grammar.peoplePronouns.test(token.text),
    )
  ) {
    // “There is a scratch on my cheek, take it out”
    extendLastWish(state, rest);
    return [];
  }
  if (
    last !== undefined &&
    last.sentence === clause.sentence &&
    (goesOnRefused(last, rest, state) || deniesBars(last, rest))
  ) {
    extendLastWish(state, rest);
    return [];
  }
  if (
    last?.rule.topic === 'group' &&
    last.sentence === clause.sentence &&
    !clause.isNew &&
    rest.some((token) => isOf(token, 'numbered')) &&
    rest.every((token) => isOf(token, 'numbered', 'person', 'pronoun', 'picture', 'is'))
  ) {
    // “Us two together, I am on the first one”
    extendLastWish(state, rest);
    return [];
  }
  if (
    last !== undefined &&
    ['background_neutral', 'background_hide', 'background_other', 'walls'].includes(last.rule.id) &&
    last.sentence === clause.sentence &&
    rest.some((token) => isOf(token, 'colour')) &&
    rest.every((token) => isOf(token, 'colour'))
  ) {
    // “A neutral background, light grey”
    state.wishes.pop();
    const ground = last.used.map((token) =>
      isOf(token, 'neutral', 'vague', 'walls') ? { ...token, concepts: ['background'] } : token,
    );
    return [...ground.filter((token) => !isOf(token, 'conceal', 'hide')), ...rest];
  }
  if (last !== undefined && turnsSideways(last, rest, clause)) {
    state.wishes.pop();
    return [...rest, ...last.used.filter((token) => isOf(token, 'quarter', 'picture'))];
  }
  const parts = rest.filter((token) => !isOf(token, 'picture', 'person', 'pronoun'));
  const [part, ...more] = parts;
  if (
    last === undefined ||
    last.rule.make !== null ||
    last.sentence !== clause.sentence ||
    !SHARED.includes(last.rule.id) ||
    !clause.isJoined ||
    !grammar.additions.test(clause.joint?.text ?? '') ||
    part === undefined ||
    more.length > 0 ||
    part.concepts.length > 1 ||
    !isOf(part, ...targets)
  ) {
    return rest;
  }
  const effects = last.used.filter((token) => isOf(token, ...EFFECTS));
  const [effect] = effects;
  return effect === undefined || effects.length > 1
    ? rest
    : [...rest, { ...effect, text: '', at: [] }];
}
