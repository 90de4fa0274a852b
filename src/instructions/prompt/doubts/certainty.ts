/**
 * The guard against steps that were not asked for. A wish is done only where every word of its clause is explained: by the
 * wish, by another one, or as a word that adds nothing. A word that nothing explains may change what the others mean: “a
 * red coat without a hood”, “the opposite of warmer”, “the collar of my shirt red”. So may words that make a question, a
 * condition or a choice of a wish, although they are no wish themselves.
 */
import {
  asksForAppearance,
  asksForState,
  comparesParts,
  comparesPeople,
  isAboutThing,
  isChoice,
  isCorrected,
  isConditional,
  isConfinedThere,
  isNeedless,
  isOfOne,
  isOpenQuestion,
  isWithCast,
  statesLightColour,
  statesSelf,
  subtractsFromPart,
  statesCause,
  runsThrough,
  statesDeed,
  statesLight,
  statesDifference,
  statesResemblance,
} from './clause-doubts.ts';
import type { Clause } from '../clauses/clauses.ts';
import { isDoubtful } from './doubtful-wishes.ts';
import { findMixed } from './mixed-clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isSideOfSomebody } from './silent-words.ts';
import type { PromptPart } from '../prompt.ts';
import { changesImage, type ReadWish } from '../reading/read-state.ts';
import { statesDislike } from '../reading/remarks.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';
import { isToneDoubtful } from './tone-doubts.ts';
import { findTrailing } from './trailing-phrases.ts';
import { isInClause } from './unmeant-wishes.ts';

/** What the wishes of a prompt leave over. */
interface LeftOver {
  /** All words of the prompt. */
  readonly prompt: readonly Token[];
  /** Words that no wish explains. */
  readonly unexplained: readonly Token[];
  /** Wishes that are understood and not done, and why. */
  readonly refused: ReadonlyMap<ReadWish, PromptPart>;
}

/** Returns the wishes that stay when those that are not understood for certain are left undone. */
export function leaveOutUncertain(
  wishes: readonly ReadWish[],
  clauses: readonly Clause[],
  { prompt, unexplained, refused }: LeftOver,
): readonly ReadWish[] {
  const done = wishes.filter((wish) => changesImage(wish) && !refused.has(wish));
  const trailing = findTrailing(clauses, unexplained, done);
  const lost = new Set(unexplained.filter((token) => !isHarmless(token) && !trailing.has(token)));
  const mixed = findMixed(clauses, done, refused);
  const uncertain = new Set(
    findUncertain(clauses, { prompt, lost, done, mixed }).flatMap(({ tokens }) =>
      tokens.flatMap(({ at }) => at),
    ),
  );
  return wishes.filter(
    (wish) =>
      !isDoubtful(wish, wishes, prompt) &&
      !isToneDoubtful(wish, { prompt, clauses, wishes }) &&
      (!changesImage(wish) ||
        wish.rule.mayHoldUnknown ||
        !wish.used.some(({ at }) => at.some((one) => uncertain.has(one)))),
  );
}

/**
 * Returns whether an unexplained word leaves the meaning of the others: “my busy room”, “slightly a cartoon”, “in italic
 * letters”, “it flickers and is too dark”.
 */
function isHarmless(token: Token): boolean {
  return (
    isOf(token, 'described', 'font', 'flaw') ||
    isSideOfSomebody(token) ||
    (isOf(token, 'amount') && !/\d/.test(token.text))
  );
}

interface Doubts {
  readonly prompt: readonly Token[];
  readonly lost: ReadonlySet<Token>;
  readonly done: readonly ReadWish[];
  readonly mixed: ReadonlySet<Clause>;
}

function findUncertain(clauses: readonly Clause[], doubts: Doubts): Clause[] {
  const { prompt, lost, mixed } = doubts;
  const uncertain: Clause[] = [];
  const conditional = findConditional(clauses, prompt);
  for (const [at, clause] of clauses.entries()) {
    const before = clauses[at - 1];
    const isBefore = before !== undefined && uncertain.includes(before);
    const after = clauses[at + 1];
    if (
      (isBefore && (isContinuation(clause, before, doubts) || isFrameColour(clause, before))) ||
      (before !== undefined &&
        (isAdjacent(before, clause) || isObject(clause, before)) &&
        isDenial(before, lost)) ||
      (after !== undefined && isAdjacent(clause, after) && isWithoutThing(after, lost)) ||
      (after !== undefined && isUnreadLimit(clause, after, doubts)) ||
      mixed.has(clause) ||
      conditional.has(clause) ||
      clause.tokens.some((token) => lost.has(token)) ||
      isOpenQuestion(clause) ||
      asksForState(clause, prompt) ||
      statesResemblance(clause, after) ||
      statesDifference(clause) ||
      isWithCast(clause) ||
      comparesParts(clause) ||
      isConfinedThere(clause) ||
      statesSelf(clause) ||
      statesCause(clause) ||
      statesDeed(clause) ||
      statesLight(clause, after) ||
      statesLightColour(clause) ||
      runsThrough(clause) ||
      subtractsFromPart(clause) ||
      comparesPeople(clause) ||
      isAboutThing(clause, before) ||
      isChoice(before, clause) ||
      isCorrected(clause, clauses.slice(at + 1, at + 3)) ||
      isOfOne(clause) ||
      isNeedless(clause)
    ) {
      uncertain.push(clause);
    }
  }
  return uncertain;
}

/**
 * Finds the clauses of sentences that name a condition. One that “and” adds leaves what was said before it: “write “Hi”
 * at the top, and if it is unreadable, …”.
 */
function findConditional(
  clauses: readonly Clause[],
  prompt: readonly Token[],
): ReadonlySet<Clause> {
  const found = new Set<Clause>();
  for (const [at, clause] of clauses.entries()) {
    if (
      isConditional(clause, prompt) &&
      !asksForAppearance(clause, clauses) &&
      !statesDislike(clause)
    ) {
      const isAdded = clause.isJoined && grammar.conditions.test(clause.all[0]?.text ?? '');
      for (const [index, other] of clauses.entries()) {
        if (other.sentence === clause.sentence && !(isAdded && index < at)) {
          found.add(other);
        }
      }
    }
  }
  return found;
}

/**
 * Returns whether a clause continues one that is not understood: “never again make it brighter and smooth the skin”,
 * “the same background as in picture 2, but blurred”. “Thicker eyebrows, darker too” only takes the part from there.
 */
function isContinuation(clause: Clause, before: Clause, { lost, done }: Doubts): boolean {
  if (clause.sentence !== before.sentence || clause.isNew || before.all.length < 2) {
    return false;
  }
  const { joint } = clause;
  // In “colder, almost icy, and darker” a mark divides the last one from what is not understood.
  const isNext = (joint?.at[0] ?? 0) === (before.all.at(-1)?.at.at(-1) ?? 0) + 1;
  const isAdded = joint !== null && isNext && grammar.additions.test(joint.text);
  const isAbout = clause.all.some(({ text }) =>
    text.split(' ').some((word) => grammar.objectPronouns.test(word)),
  );
  const isDependent = done.some(
    ({ used }) =>
      used.some(({ at, concepts }) => at.length === 0 && concepts.length > 0) &&
      used.some((token) => isInClause(clause, token)),
  );
  const hasLostEffect = before.tokens.some(
    (token) => lost.has(token) && token.kind === 'known' && !isOf(token, ...targets),
  );
  // “The same background as picture 2, but darker”
  const isOnly =
    joint !== null &&
    clause.tokens.length > 0 &&
    clause.tokens.every((token) => isOf(token, 'g', 'amount', 'less', 'more')) &&
    before.tokens.some((token) => lost.has(token) && isOf(token, ...targets));
  return isAdded || isOnly || (isDependent && !isAbout && hasLostEffect);
}

/** Returns whether a clause only names colours, which may be those of a frame before it: “double border, black and white”. */
function isFrameColour({ tokens }: Clause, before: Clause): boolean {
  return (
    tokens.length > 0 &&
    tokens.every((token) => isOf(token, 'mono', 'colour', 'amount')) &&
    before.tokens.some((token) => isOf(token, 'border', 'bars', 'outline', 'text', 'quote'))
  );
}

/** Returns whether no mark or conjunction divides two clauses. */
function isAdjacent(first: Clause, second: Clause): boolean {
  return (first.all.at(-1)?.at.at(-1) ?? 0) + 1 === second.all[0]?.at[0];
}

/** Returns whether a clause is what the one before it says: “under no circumstances do I want that it gets brighter”. */
function isObject({ all, sentence }: Clause, before: Clause): boolean {
  return before.sentence === sentence && grammar.subordinators.test(all[0]?.text ?? '');
}

/** Returns whether a clause denies what follows it: “never again make it brighter”. */
function isDenial({ tokens }: Clause, lost: ReadonlySet<Token>): boolean {
  return tokens.some((token) => lost.has(token) && isNegation(token));
}

/** Returns whether a clause says what a thing is without: “a red coat without hood”. */
function isWithoutThing({ tokens }: Clause, lost: ReadonlySet<Token>): boolean {
  const [without, thing] = tokens;
  return (
    without !== undefined &&
    grammar.without.test(without.text) &&
    thing?.kind === 'unknown' &&
    !grammar.unwantedResults.test(thing.text) &&
    // “Less noise without losing detail”, “ohne Details zu verlieren”
    !tokens.some((token) => isOf(token, 'zu')) &&
    !grammar.gerunds.test(thing.text) &&
    lost.has(thing)
  );
}

/** Concepts of what a wish may be confined to. */
const CONFINING = [
  ...targets,
  ...'wall object garment side sky numbered timed timing hairpart'.split(' '),
];

/** Returns whether a clause confines the one before it to what is not done alone: “brighter, but only the left cat”. */
function isUnreadLimit(
  clause: Clause,
  { all, tokens, sentence, isNew }: Clause,
  { lost, done }: Doubts,
): boolean {
  const [first] = tokens;
  const confining = tokens.filter((token) => isOf(token, ...CONFINING));
  return (
    sentence - clause.sentence <= 1 &&
    (!isNew || sentence !== clause.sentence) &&
    // “Brighter. Only make the sky blue” is another wish.
    (sentence === clause.sentence || !all.some(({ kind }) => kind === 'verb')) &&
    first !== undefined &&
    first === all[0] &&
    isOf(first, 'only') &&
    // “Night, only the lamp should still glow”, “black and white, only the blue eyes coloured”
    !all.some(({ text }) => grammar.volitionVerbs.test(text)) &&
    !tokens.some((token) => isOf(token, 'colour', 'splash', 'keep')) &&
    confining.length > 0 &&
    (confining.some((token) => lost.has(token)) ||
      !done.some(({ used }) => confining.some((token) => used.some((one) => overlaps(one, token)))))
  );
}

/** Returns whether two tokens are made of the same words of the prompt. */
function overlaps({ at }: Token, other: Token): boolean {
  return at.some((one) => other.at.includes(one));
}
