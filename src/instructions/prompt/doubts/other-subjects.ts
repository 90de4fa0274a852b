/** Doubts about wishes whose words are about another subject than the image or its people: an animal, a place, a cutout. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { changesImage, type ReadWish } from '../reading/read-state.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';
import { findClauseOf, type PromptWishes } from './unmeant-wishes.ts';

/** Returns whether a wish is about something else than the image or its people. */
export function isOfOther(wish: ReadWish, read: PromptWishes): boolean {
  return (
    changesImage(wish) &&
    (isOfThingHere(wish, read) ||
      isOfThingBefore(wish, read) ||
      isOfSomebodyBefore(wish, read) ||
      isSparedRelative(wish, read) ||
      isOfSide(wish, read) ||
      isOfGround(wish, read) ||
      isTwoShaped(wish) ||
      isRimOfCutout(wish, read) ||
      isOfStacked(wish, read))
  );
}

/** Parts that belong to whom a pronoun names. */
const OWN_PARTS = 'eyes lips mouth teeth hair nose brows cheeks skin face'.split(' ');
/** Concepts that a pronoun may be about. */
const SUBJECTS = 'object garment person background picture clothes group numbered'.split(' ');

/** Returns whether a word is a pronoun, or a verb with one: “mach sie”. */
function isPronoun({ text }: Token): boolean {
  const word = text.split(' ').at(-1) ?? '';
  return (
    grammar.peoplePronouns.test(word) ||
    grammar.objectPronouns.test(word) ||
    grammar.masculines.test(word) ||
    grammar.feminines.test(word)
  );
}

/** Returns whether a wish changes people, or only what is named as theirs. */
function isOfPeople({ rule, where }: ReadWish): boolean {
  return (
    where?.region === 'person' ||
    rule.touches.some((part) => part === 'person' || OWN_PARTS.includes(part))
  );
}

/** Returns whether an expression is that of a thing or an animal in its clause: “my dog looks sad”. */
function isOfThingHere({ rule, used }: ReadWish, { clauses }: PromptWishes): boolean {
  const own = clauses[findClauseOf(used, clauses)];
  const first = own?.tokens.find((token) => isOf(token, ...SUBJECTS) || used.includes(token));
  return rule.topic === 'mouth' && first !== undefined && isOf(first, 'object');
}

/**
 * Returns whether the pronoun in a wish about people is a thing or an animal before it: “my dog looks sad, can you make
 * him smile”, “my cat’s eyes look dull, make them brighter”.
 */
function isOfThingBefore(wish: ReadWish, { prompt, clauses }: PromptWishes): boolean {
  const own = clauses[findClauseOf(wish.used, clauses)];
  const pronoun = own?.all.find(isPronoun);
  // “Mach sie dunkler” is said of no image: “das Bild”, “das Foto”.
  const isOfNoImage = grammar.thingPronouns.test(pronoun?.text.split(' ').at(-1) ?? '');
  if (own === undefined || pronoun === undefined || !(isOfPeople(wish) || isOfNoImage)) {
    return false;
  }
  const at = prompt.findIndex((token) => token.at[0] === pronoun.at[0]);
  const named = prompt
    .slice(0, Math.max(0, at))
    .findLast((token) => isOf(token, ...SUBJECTS) && !isPronoun(token));
  return (
    named !== undefined &&
    isOf(named, 'object') &&
    !prompt.some((token) => isOf(token, 'person', 'face') && !isPronoun(token))
  );
}

/** Returns whether faces are covered of somebody whom only the words before name: “my flatmate walks by, pixelate her”. */
function isOfSomebodyBefore(wish: ReadWish, { clauses }: PromptWishes): boolean {
  const at = findClauseOf(wish.used, clauses);
  const [own, before] = [clauses[at], clauses[at - 1]];
  return (
    wish.rule.topic === 'anonymise' &&
    own !== undefined &&
    before?.sentence === own.sentence &&
    own.tokens.every(
      (token) => isOf(token, 'hide', 'conceal', 'pronoun', 'blur', 'because') || isPronoun(token),
    ) &&
    (own.all.some((token) => isPronoun(token) || grammar.namedPronouns.test(token.text))
      ? before.tokens.some(({ kind }) => kind === 'unknown') || passes(before)
      : passes(before))
  );
}

/** Returns whether a clause says that somebody is only somewhere in the image: “my son runs through the picture”. */
function passes({ tokens, all }: Clause): boolean {
  return (
    tokens.some((token) => isOf(token, 'pose', 'there')) &&
    tokens.some(
      (token) =>
        isOf(token, 'person') &&
        !isPronoun(token) &&
        grammar.definites.test(all[all.indexOf(token) - 1]?.text ?? ''),
    )
  );
}

/** Returns whether somebody is to be left out of a wish about people: “red lips, but nothing on my sister”. */
function isSparedRelative(wish: ReadWish, { clauses }: PromptWishes): boolean {
  const own = findClauseOf(wish.used, clauses);
  return (
    isOfPeople(wish) &&
    clauses.some(
      (clause, at) =>
        at !== own &&
        clause.tokens.some((token) => isNegation(token) || isOf(token, 'keep')) &&
        clause.tokens.every(
          (token) => isNegation(token) || isOf(token, 'keep', 'person', 'to', 'identity'),
        ) &&
        clause.tokens.some((token) => isOf(token, 'person') && isOwned(token, clause)),
    )
  );
}

/** Returns whether a clause only says on which side somebody is, of whom a wish about faces is: “I’m the one on the right”. */
function isOfSide(wish: ReadWish, { clauses }: PromptWishes): boolean {
  const own = findClauseOf(wish.used, clauses);
  return (
    wish.rule.topic !== 'anonymise' &&
    (wish.rule.touches.some((part) => OWN_PARTS.includes(part)) ||
      OWN_PARTS.includes(wish.where?.region ?? '')) &&
    clauses.some(
      (clause, at) =>
        Math.abs(at - own) === 1 &&
        clause.tokens.some((token) =>
          token.concepts.some((one) => one === 'side:left' || one === 'side:right'),
        ) &&
        clause.tokens.every((token) => isOf(token, 'side', 'person', 'is', 'pronoun')) &&
        clause.all.some(
          ({ text }) =>
            grammar.personalPronouns.test(text) ||
            text.split(' ').some((word) => grammar.firstPerson.test(word)),
        ) &&
        clause.all.every(({ kind }) => kind !== 'verb'),
    )
  );
}

/** Returns whether a person is named by who they are to somebody: “my sister”, not “the person” or “me”. */
function isOwned(person: Token, { all }: Clause): boolean {
  const before = all[all.indexOf(person) - 1];
  return before !== undefined && grammar.owners.test(before.text);
}

/** Returns whether an adjective only goes on about a new background: “an office in the background, plain, bright”. */
function isOfGround(wish: ReadWish, { clauses, wishes }: PromptWishes): boolean {
  const at = findClauseOf(wish.used, clauses);
  const own = clauses[at];
  const isAdjective = (clause: Clause | undefined): boolean =>
    clause !== undefined &&
    clause.tokens.length > 0 &&
    clause.all.every(({ kind, text }) => kind !== 'verb' && !grammar.politeness.test(text)) &&
    clause.tokens.every(
      (token) =>
        isOf(token, 'weather-not', 'described', 'colour', 'amount') ||
        (isOf(token, 'g', 'wall') &&
          token.concepts.length === 1 &&
          !grammar.anyComparatives.test(token.text)) ||
        token.kind === 'unknown',
    );
  const start = clauses.findLastIndex((clause, index) => index < at && !isAdjective(clause));
  const ground = clauses[start];
  return (
    own !== undefined &&
    isAdjective(own) &&
    wish.where === null &&
    wish.rule.canConfine &&
    own.tokens.some((token) => isOf(token, 'g')) &&
    ground?.sentence === own.sentence &&
    wishes.some(
      (other) =>
        changesImage(other) &&
        other.rule.id.startsWith('scene_') &&
        findClauseOf(other.used, clauses) === start,
    )
  );
}

/** Returns whether one image is to have two shapes: “make the upright ones square”. */
function isTwoShaped({ used }: ReadWish): boolean {
  const shapes = used.flatMap(({ concepts }) =>
    concepts.filter((concept) => concept.startsWith('aspect:')),
  );
  return new Set(shapes).size > 1;
}

/** Returns whether a border is one around a cutout, not around the image: “only my head, transparent, white border”. */
function isRimOfCutout({ rule, sentence }: ReadWish, { prompt, wishes }: PromptWishes): boolean {
  return (
    rule.id === 'border' &&
    prompt.some((token) => isOf(token, 'transparent')) &&
    wishes.some((other) => other.sentence === sentence)
  );
}

/** Returns whether a caption is one of several for images above each other, which are not so arranged. */
function isOfStacked({ rule, used }: ReadWish, { prompt }: PromptWishes): boolean {
  return (
    rule.id === 'words' &&
    prompt.some((token) => isOf(token, 'stacked')) &&
    used.some(({ text }) => grammar.befores.test(text) || grammar.afters.test(text))
  );
}
