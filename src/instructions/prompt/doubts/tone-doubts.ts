/**
 * Doubts about effects on a whole image: those that belong to a part that their sentence names, and those that only state
 * how the image is.
 */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { changesImage, type ReadWish } from '../reading/read-state.ts';
import { isOfOther } from './other-subjects.ts';
import { NO_TOKEN, type Token, isOf, textOf } from '../tokens/token.ts';
import { findClauseOf, isInClause, isUnmeant, type PromptWishes } from './unmeant-wishes.ts';

/** Returns whether the words of a wish may mean something else than an effect on the whole image. */
export function isToneDoubtful(wish: ReadWish, read: PromptWishes): boolean {
  return (
    changesImage(wish) &&
    (isUnmeant(wish, read) ||
      isOfOther(wish, read) ||
      isOfNamedPart(wish, read) ||
      describesState(wish, read) ||
      comparesTone(wish, read) ||
      isGloss(wish) ||
      isOfThing(wish, read) ||
      isOfOthers(wish, read) ||
      isLimitUnread(wish, read) ||
      isLeft(wish, read))
  );
}

/** Returns whether a wish changes light, colours or sharpness. */
function isTone({ rule }: ReadWish): boolean {
  return rule.canConfine && rule.needs.some((need) => need.startsWith('g:') || need === 'sharpen');
}

/** Concepts that name the image, or a property of it, as what changes. */
const WHOLE = ['picture', 'colourword', 'light', 'axis', 'sky'];
/** Parts that an adjective goes on to describe. */
const DETAILS =
  'hair eyes lips mouth teeth skin nose brows cheeks clothes undereyes blemish redness'.split(' ');
/** Words that leave a part out of a wish. */
const APART = ['keep', 'only', 'except', 'not', 'identity', 'past', 'because'];

function findClause({ used }: ReadWish, clauses: readonly Clause[]): Clause | undefined {
  const effect = used.find((token) => isOf(token, 'g', 'sharpen', 'grain') && token.at.length > 0);
  return effect === undefined ? undefined : clauses.find((clause) => isInClause(clause, effect));
}

/**
 * Returns whether a tone of the whole image is said beside a part that no wish takes (“my brows are uneven, a bit stronger
 * please”), or as an adjective that goes on about one (“green eyes, really glowing”).
 */
function isOfNamedPart(wish: ReadWish, { clauses, wishes }: PromptWishes): boolean {
  const own = findClause(wish, clauses);
  if (
    own === undefined ||
    !isTone(wish) ||
    wish.where !== null ||
    [...wish.used, ...own.tokens].some((token) => isOf(token, ...WHOLE)) ||
    wish.used.some(({ text }) => grammar.colourNouns.test(text))
  ) {
    return false;
  }
  const place = clauses.indexOf(own);
  const isVerb =
    own.isNew ||
    own.all.some(({ text }) => grammar.requests.test(text) && !grammar.politeness.test(text));
  return clauses.some((clause, at) => {
    const isSame = clause.sentence === own.sentence;
    // “Are these my eyes? So dull, clearer please”
    const isAsked =
      clause.sentence === own.sentence - 1 && clause.all.every(({ kind }) => kind !== 'verb');
    return (
      (isSame || (isAsked && !isVerb)) &&
      !clause.isReason &&
      at <= place &&
      !clause.all.some((token) => isOf(token, ...APART)) &&
      clause.tokens.some((token) => {
        const isUndone = !isTaken(token, wishes.filter(changesImage));
        return (
          isOf(token, ...targets, ...DETAILS) &&
          !isOf(token, 'pronoun') &&
          (at === place || !isOf(token, 'person')) &&
          (!isTaken(token, wishes) ||
            ((isSame || isUndone) &&
              at === place - 1 &&
              !isVerb &&
              isOf(token, ...DETAILS) &&
              !(own.isJoined && isOfWhole(wish, token) && !isUndone)) ||
            (isSame &&
              at < place &&
              at > place - 3 &&
              isUndone &&
              isOf(token, 'face', ...(own.isJoined && !isVerb ? ['background'] : []), ...DETAILS)))
        );
      })
    );
  });
}

/** Returns whether a tone is none that a detail may have: “whiter teeth and a bit warmer”. */
function isOfWhole({ rule }: ReadWish, detail: Token): boolean {
  return (
    isOf(detail, 'teeth', 'mouth', 'nose', 'brows') &&
    ['warmth', 'contrast', 'colours'].includes(rule.topic)
  );
}

/** Returns whether a clause of its own limits the tone to what cannot be found: “only the cat, brighter”. */
function isLimitUnread(wish: ReadWish, { clauses, wishes }: PromptWishes): boolean {
  const own = findClause(wish, clauses);
  return (
    own !== undefined &&
    isTone(wish) &&
    wish.where === null &&
    clauses.some(
      (clause) =>
        clause !== own &&
        clause.sentence === own.sentence &&
        !clause.isReason &&
        // “I only had the desk lamp on”
        !clause.all.some((token) => isOf(token, 'past')) &&
        clause.tokens.some((token) => isOf(token, 'only')) &&
        clause.tokens.every((token) =>
          isOf(token, 'only', 'to', 'object', 'garment', ...targets),
        ) &&
        !clause.tokens.some((token) => isTaken(token, wishes.filter(changesImage))),
    )
  );
}

function isTaken(token: Token, wishes: readonly ReadWish[]): boolean {
  return wishes.some(({ used }) =>
    used.some((other) => other.at.some((one) => token.at.includes(one))),
  );
}

/** Returns whether an adjective describes how the image is: “so pale”, “kinda dark”, “sehe so blass aus”. */
function describesState(wish: ReadWish, { clauses, prompt }: PromptWishes): boolean {
  const own = findClause(wish, clauses);
  const effect = wish.used.find((token) => isOf(token, 'g', 'sharpen', 'grain'));
  const before = own?.tokens.find(
    (token) =>
      isOf(token, 'g', 'sharpen', 'grain') && token.at.some((at) => effect?.at.includes(at)),
  );
  if (own === undefined || effect === undefined || before === undefined) {
    return false;
  }
  // A complaint that was turned into its opposite has other concepts than its words. “Overexposed” is one by itself.
  const isTurned = effect.concepts[0] !== before.concepts[0];
  if (isTurned || grammar.exposure.test(before.text)) {
    return isTurned && grammar.exposure.test(before.text);
  }
  const isDefect = grammar.defects.test(before.text);
  const isBase = isDefect || (before.at.length === 1 && !grammar.changing.test(before.text));
  const isAsked =
    asks(own) ||
    own.tokens.some((token) => isOf(token, 'more', 'less', 'not', 'to', 'axis')) ||
    (own.isJoined && clauses.some((one) => one.sentence === own.sentence && asks(one)));
  return (
    isBase &&
    !isAsked &&
    (grammar.impressions.test(textOf(own.all)) ||
      (own.isJoined && statesBefore(own, clauses)) ||
      (isDefect && (isLiked(own, prompt) || isOfPerson(wish))) ||
      isMendedAfter(own, clauses, isDefect))
  );
}

/** Returns whether the clause before a joined one describes how somebody is: “ich sehe so müde und blass aus”. */
function statesBefore(own: Clause, clauses: readonly Clause[]): boolean {
  const before = clauses[clauses.indexOf(own) - 1];
  return before?.sentence === own.sentence && grammar.selfStatements.test(textOf(before.all));
}

/** Returns whether a clause asks for something. */
function asks({ all, isNew }: Clause): boolean {
  return (
    isNew ||
    grammar.requests.test(textOf(all)) ||
    all.some(({ kind, text }) => kind === 'verb' || grammar.volitionVerbs.test(text))
  );
}

/** Returns whether a tone is that of a part of people: “dull eyes”. */
function isOfPerson({ where }: ReadWish): boolean {
  return where !== null && !where.isInverted && where.region !== 'background';
}

/** Returns whether the rest of a prompt only says that a state is liked: “a bit washed out, but I like it”. */
function isLiked({ all }: Clause, prompt: readonly Token[]): boolean {
  const end = all.at(-1)?.at.at(-1) ?? 0;
  const rest = prompt.filter(
    (token) => (token.at[0] ?? 0) > end && token.kind !== 'pause' && !isOf(token, 'and'),
  );
  return grammar.approved.test(textOf(rest));
}

/** Returns whether a prompt begins with a clause that only names a state, and asks for something better then. */
function isMendedAfter(own: Clause, clauses: readonly Clause[], isDefect: boolean): boolean {
  const [first, second] = clauses;
  return (
    own === first &&
    second !== undefined &&
    ((isDefect && second.isNew) ||
      second.tokens.some((token) => isOf(token, 'vague', 'fix', 'enhance'))) &&
    own.tokens.every((token) => isOf(token, 'g', 'amount', 'is', 'picture'))
  );
}

/** Returns whether a tone is one of two parts compared: “make the person brighter than the background”. */
function comparesTone(wish: ReadWish, { clauses }: PromptWishes): boolean {
  const own = findClause(wish, clauses);
  const at = own?.all.findIndex(({ text }) => grammar.comparers.test(text)) ?? -1;
  return (
    own !== undefined &&
    at > 0 &&
    isTone(wish) &&
    own.all.slice(at + 1).some((token) => isOf(token, ...targets)) &&
    own.all.slice(0, at).some((token) => isOf(token, ...targets))
  );
}

/** Returns whether matt parts are meant without gloss, not with pale colours, and whiter eyes and smiles without colour. */
function isGloss({ rule, used, where }: ReadWish): boolean {
  const isWhiter =
    rule.touches.some((part) => part === 'eyes' || part === 'lips') &&
    used.some(
      ({ concepts, text }) => concepts.includes('colour:white') && grammar.comparatives.test(text),
    );
  return (
    isWhiter ||
    (rule.id === 'less_saturated' &&
      where !== null &&
      where.region !== 'background' &&
      used.some(({ text }) => grammar.matt.test(text)))
  );
}

/** Returns whether a colour or tone is left as it is: “Augen grün lassen”, “keep it dark and moody”. */
function isLeft(wish: ReadWish, { clauses }: PromptWishes): boolean {
  const at = findClauseOf(wish.used, clauses);
  const [own, before] = [clauses[at], clauses[at - 1]];
  const isJoinedKeep =
    own?.isJoined === true &&
    before?.sentence === own.sentence &&
    own.tokens.every((token) => isOf(token, 'g') && !grammar.anyComparatives.test(token.text)) &&
    before.tokens.some((token) => isOf(token, 'keep')) &&
    before.tokens.some((token) => isOf(token, 'g'));
  const isPartLeft =
    own?.isJoined === true &&
    !own.isNew &&
    before?.sentence === own.sentence &&
    isOf(before.tokens[0] ?? NO_TOKEN, 'keep') &&
    isOf(own.tokens[0] ?? NO_TOKEN, ...targets, 'object') &&
    !before.tokens.some((token) => isOf(token, 'identity')) &&
    own.tokens.every(
      (token) =>
        isOf(token, ...targets, 'object', 'g', 'sharpen') &&
        !grammar.anyComparatives.test(token.text),
    );
  const next = clauses[at + 1];
  const ends = (clause: Clause | undefined): boolean =>
    grammar.leaveInfinitives.test(clause?.all.at(-1)?.text ?? '');
  // “Heller werden lassen” asks for it.
  const isBase = wish.used.every(
    ({ text }) => grammar.defects.test(text) || !grammar.anyComparatives.test(text),
  );
  return (
    isJoinedKeep ||
    // “Leave the chair and me crisp”
    (isTone(wish) && isPartLeft) ||
    (((isTone(wish) && isBase) || wish.rule.needs.includes('colour')) &&
      (ends(own) ||
        (next?.isJoined === true &&
          next.tokens.every((token) => isOf(token, 'g', 'colour')) &&
          ends(next))))
  );
}

/** Returns whether an adjective goes on about a thing that the clause before it names: “the couch is ugly, darker”. */
function isOfThing(wish: ReadWish, { clauses, wishes }: PromptWishes): boolean {
  const own = findClause(wish, clauses);
  const before = own === undefined ? undefined : clauses[clauses.indexOf(own) - 1];
  return (
    own !== undefined &&
    isTone(wish) &&
    wish.where === null &&
    !own.isNew &&
    before?.sentence === own.sentence &&
    before.tokens.some((token) => isOf(token, 'object', 'garment', 'place')) &&
    (before.tokens.some((token) => isOf(token, 'is', 'too', 'zu')) ||
      isUndonePlace(before, wishes) ||
      (isTrait(own, before) && !isSaidAfter(wish, wishes))) &&
    own.tokens.every((token) => isOf(token, 'g', 'amount', 'sharpen'))
  );
}

/** Returns whether a clause asks for nothing but a place that is not done: “a blurred office, a bit darker”. */
function isUndonePlace(clause: Clause, wishes: readonly ReadWish[]): boolean {
  const own = wishes.filter(({ used }) => used.some((token) => isInClause(clause, token)));
  return (
    own.length > 0 &&
    own.every((wish) => !changesImage(wish)) &&
    (clause.tokens.some((token) => isOf(token, 'place')) ||
      clause.tokens.some((token) => isOf(token, 'person')))
  );
}

/** Returns whether another wish that is done stands before one in its sentence. */
function isSaidAfter(wish: ReadWish, wishes: readonly ReadWish[]): boolean {
  const before = wishes.slice(0, wishes.indexOf(wish));
  return before.some((other) => changesImage(other) && other.sentence === wish.sentence);
}

/** Returns whether an adjective alone describes a thing that is added: “balloons in the sky, colourful”. */
function isTrait(own: Clause, before: Clause): boolean {
  const [adjective, ...more] = own.tokens;
  return (
    adjective !== undefined &&
    more.length === 0 &&
    !own.isJoined &&
    !grammar.changing.test(adjective.text) &&
    !before.tokens.some((token) => isOf(token, 'remove', 'hide', 'not'))
  );
}

/** Returns whether another person should get another tone, although nothing tells people apart: “my wife brighter, me darker”. */
function isOfOthers(wish: ReadWish, { wishes }: PromptWishes): boolean {
  return (
    isTone(wish) &&
    wish.where?.region === 'person' &&
    wishes.some(
      (other) =>
        other.sentence === wish.sentence &&
        changesImage(other) &&
        isTone(other) &&
        other.where?.region === 'person' &&
        other.where.isInverted === wish.where?.isInverted &&
        other.rule.topic === wish.rule.topic &&
        other.rule.id !== wish.rule.id,
    )
  );
}
