/** Doubts about wishes that may be meant for a single thing or person, which nothing finds. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import { isDivider } from '../clauses/segments.ts';
import { targets } from '../tokens/concepts.ts';
import { changesImage, type ReadWish } from '../reading/read-state.ts';
import { reasons } from '../../rules/reasons.ts';
import type { InstructionText } from '../../language-words.ts';
import { isOf, NO_TOKEN, type Token } from '../tokens/token.ts';

/**
 * Returns whether a clause changes “it”, which may be the thing that the clause before it complains of: “the lamp is too
 * bright, dim it”.
 */
export function mendsThing({ all, tokens, sentence }: Clause, before: Clause | undefined): boolean {
  const [subject] = before?.tokens ?? [];
  return (
    before !== undefined &&
    before.sentence === sentence &&
    subject !== undefined &&
    isOf(subject, 'object', 'sky', 'garment') &&
    before.tokens.some((token) => isOf(token, 'is', 'too', 'zu')) &&
    !before.tokens.some((token) => isOf(token, 'picture')) &&
    !tokens.some((token) => isOf(token, 'picture', ...targets)) &&
    all.some(({ text }) => grammar.objectPronouns.test(text))
  );
}

/**
 * Refuses wishes about the face of one person in a group, and those that open closed eyes. The group that is named beside
 * them is none that is asked for.
 */
export function refuseSingle(
  wishes: readonly ReadWish[],
  prompt: readonly Token[],
  pictures: number,
): readonly ReadWish[] {
  const isContrasted = wishes.some(isOfOwned) && contrastsOwners(prompt);
  const hasFace = wishes.some(isOfFace);
  const isGroup = hasFace && namesOneOfGroup(prompt);
  const areTwo = hasFace && namesTwo(prompt);
  const closed = wishes.filter((wish) => areEyesClosed(wish, prompt));
  const single = wishes.filter(
    (wish) =>
      !closed.includes(wish) &&
      ((isGroup && isOfFace(wish) && isOneOfGroup(wish)) ||
        (areTwo && isOfFace(wish) && isOneOfTwo(wish)) ||
        (isContrasted && isOfOwned(wish))),
  );
  const one = findHalves(prompt);
  const halves = wishes.filter(
    (wish) => changesImage(wish) && wish.used.some((token) => one.has(token)),
  );
  const spots = wishes.filter((wish) => changesImage(wish) && isOneSpot(wish, prompt));
  const isNamed = ({ rule, used, sentence }: ReadWish): boolean =>
    // Of several images a group may be asked for.
    pictures < 2 &&
    rule.topic === 'group' &&
    used.some((token) => grammar.groupPictures.test(token.text)) &&
    single.some((wish) => wish.sentence === sentence);
  const named = wishes.filter(isNamed);
  const refuse = (wish: ReadWish, says: InstructionText): ReadWish => ({
    ...wish,
    rule: { ...wish.rule, says, make: null },
  });
  return wishes.flatMap((wish) =>
    named.includes(wish)
      ? []
      : closed.includes(wish)
        ? [refuse(wish, reasons.eyesClosed)]
        : halves.includes(wish)
          ? [refuse(wish, reasons.oneHalf)]
          : spots.includes(wish)
            ? [refuse(wish, reasons.oneSpot)]
            : single.includes(wish)
              ? [
                  refuse(
                    { ...wish, used: [...wish.used, ...named.flatMap(({ used }) => used)] },
                    reasons.onePerson,
                  ),
                ]
              : [wish],
  );
}

/** Returns whether a wish about faces is one of a single person, whom nothing finds: “make only him smile”. */
export function isOnePerson({ rule, used }: ReadWish, prompt: readonly Token[]): boolean {
  if (rule.topic === 'anonymise') {
    // “Only hide the children”
    return (
      used.some((token) => isOf(token, 'person')) &&
      prompt.some(
        (token, at) =>
          isOf(token, 'only') &&
          // “Not only with bars”
          !isOf(prompt[at - 1] ?? token, 'not'),
      )
    );
  }
  const first = used.find((token) => isOf(token, 'only'));
  const only = first === undefined ? -1 : prompt.indexOf(first);
  // “Only my daughter”
  const next = prompt.slice(only + 1).find(({ text }) => !grammar.definites.test(text));
  return (
    only >= 0 &&
    next !== undefined &&
    !rule.canConfine &&
    !rule.touches.some((part) => ['all', 'frame', 'background'].includes(part)) &&
    (isOf(next, 'person', 'pronoun') ||
      grammar.personalPronouns.test(next.text) ||
      grammar.subjectPronouns.test(next.text))
  );
}

/**
 * Returns whether a face wish is one of a single person in a group, whom nothing finds: “my sister blinked in the group
 * photo, open her eyes”.
 */
function isOneOfGroup({ used }: ReadWish): boolean {
  return !used.some(
    (token) => grammar.severalPeople.test(token.text) && !grammar.groupPictures.test(token.text),
  );
}

/** Returns whether a prompt names a group and a single person of it. */
function namesOneOfGroup(prompt: readonly Token[]): boolean {
  return (
    prompt.some(
      (token) =>
        (isOf(token, 'group') && isOf(token, 'person')) || grammar.groupPictures.test(token.text),
    ) &&
    prompt.some(
      (token) =>
        isOf(token, 'person') &&
        !isOf(token, 'group', 'everybody') &&
        !grammar.groupPictures.test(token.text) &&
        !grammar.severalPeople.test(token.text),
    )
  );
}

/** Returns whether a prompt speaks of two people: “make her laugh and him less grumpy”. */
function namesTwo(prompt: readonly Token[]): boolean {
  const isOwner = (at: number): boolean => isOf(prompt[at + 1] ?? NO_TOKEN, ...targets);
  const has = (pronouns: RegExp): boolean =>
    prompt.some(({ text }, at) => pronouns.test(text) && !isOwner(at));
  return has(grammar.masculines) && has(grammar.feminines);
}

/** Returns whether a wish does not name several people: of two of them it may mean one. */
function isOneOfTwo({ used }: ReadWish): boolean {
  return !used.some(({ text }) => grammar.severalPeople.test(text));
}

/** Returns whether a wish changes a part of a face. */
function isOfFace(wish: ReadWish): boolean {
  return changesImage(wish) && wish.rule.touches.some((part) => FACE_PARTS.includes(part));
}

/** Returns whether a prompt contrasts parts of several people: “her hair blonde and his hair black”, “my eyes blue, hers green”. */
function contrastsOwners(prompt: readonly Token[]): boolean {
  const owners = new Map<string, string>();
  let hasOwned = false;
  for (const [at, { text }] of prompt.entries()) {
    if (grammar.partOwners.test(text)) {
      const next = prompt.slice(at + 1).find((other) => !isOf(other, 'colour', 'g', 'amount'));
      if (next !== undefined && isOf(next, ...OWNED_PARTS)) {
        const rest = prompt.slice(at + 1);
        const end = rest.findIndex(isDivider);
        const words = end < 0 ? rest : rest.slice(0, end);
        owners.set(
          text.toLowerCase().slice(0, STEM),
          words.flatMap(({ concepts }) => concepts).join(),
        );
      }
    }
    const [next = NO_TOKEN, end] = prompt.slice(at + 1, at + 3);
    hasOwned ||=
      isOf(next, 'colour', 'g') &&
      (end === undefined || isDivider(end)) &&
      grammar.owned.test(text);
  }
  return owners.size > 1 ? new Set(owners.values()).size > 1 : owners.size > 0 && hasOwned;
}

/** Returns whether a wish changes a part of somebody. */
function isOfOwned(wish: ReadWish): boolean {
  return changesImage(wish) && wish.rule.touches.some((part) => OWNED_PARTS.includes(part));
}

/** Number of letters by which pronouns of one person are alike: “meine”, “meiner”. */
const STEM = 2;

const FACE_PARTS = ['eyes', 'mouth', 'lips', 'teeth', 'nose', 'brows', 'cheeks', 'skin', 'face'];
const OWNED_PARTS = [...FACE_PARTS, 'hair', 'clothes'];

/** Returns whether eyes that are to open are closed, which no step opens: “I blinked, open my eyes”. */
function areEyesClosed({ rule, isNegated }: ReadWish, prompt: readonly Token[]): boolean {
  return (
    rule.id === 'open_eyes' &&
    !isNegated &&
    prompt.some(
      (token, at) =>
        isOf(token, 'close') &&
        !prompt.slice(Math.max(0, at - 2), at).some((one) => isOf(one, 'amount', 'not')),
    )
  );
}

/** Parts that people have two of. */
const PAIRED = ['eyes', 'brows', 'cheeks'];

/** Finds the words for one of two parts, both of which would change: “my left eye is half closed, open it”. */
function findHalves(prompt: readonly Token[]): ReadonlySet<Token> {
  return new Set(
    prompt.flatMap((token, at) => {
      const side = prompt[at - 1];
      return side !== undefined &&
        isOf(token, ...PAIRED) &&
        /[^sn]$/u.test(token.text) &&
        side.concepts.some((concept) => ['side:left', 'side:right'].includes(concept))
        ? [side, token]
        : [];
    }),
  );
}

/** Returns whether a mood is that of the image, not of a face: “make it look sad”. */
export function isMoodOfImage({ rule, used }: ReadWish, prompt: readonly Token[]): boolean {
  const first = used.at(0);
  if (rule.topic !== 'mouth' || first === undefined) {
    return false;
  }
  const isEnd = (token: Token): boolean =>
    token.kind === 'pause' || token.kind === 'stop' || isOf(token, 'and');
  const at = prompt.indexOf(first);
  const start = prompt.findLastIndex((token, index) => index < at && isEnd(token));
  const rest = prompt.slice(start + 1);
  const end = rest.findIndex(isEnd);
  const clause = end < 0 ? rest : rest.slice(0, end);
  return (
    at >= 0 &&
    clause.some(({ text }) => grammar.objectPronouns.test(text)) &&
    !clause.some(
      (token) =>
        isOf(token, 'person', 'face', 'mouth', 'pronoun') ||
        grammar.personalPronouns.test(token.text) ||
        grammar.firstPerson.test(token.text),
    )
  );
}

/**
 * Returns whether a wish is about one spot, or one beside which nothing is to change, although the whole skin would be
 * smoothed: “the pimple on my chin”, “the wrinkles around the eyes, leave the rest”.
 */
export function isOneSpot({ used }: ReadWish, prompt: readonly Token[]): boolean {
  if (!used.some((token) => isOf(token, 'blemish'))) {
    return false;
  }
  const isOne = prompt.some(
    (token, at) =>
      isOf(token, 'blemish') &&
      grammar.oneSpots.test(token.text) &&
      grammar.oneDeterminers.test(prompt[at - 1]?.text ?? ''),
  );
  if (isOne) {
    return true;
  }
  const only = prompt.findIndex((token) => isOf(token, 'only'));
  const part = prompt
    .slice(only + 1)
    .find((token) => token.kind === 'known' && !isOf(token, 'blemish', 'to', 'number'));
  const isOnlyThere =
    only >= 0 && part !== undefined && isOf(part, 'mouth', 'eyes', 'nose', 'cheeks', 'lips');
  if (isOnlyThere) {
    // “Remove wrinkles, but only around the mouth”
    return true;
  }
  return (
    prompt.some((token) => isOf(token, 'identity', 'keep', 'only')) &&
    used.some((token) => isOf(token, 'eyes', 'lips') || grammar.faceParts.test(token.text))
  );
}

/** Returns whether a colour is too much of a part, not of the image: “the dress more yellow, not so orange”. */
export function isCastOfPart(
  { rule, used, sentence }: ReadWish,
  wishes: readonly ReadWish[],
  prompt: readonly Token[],
): boolean {
  return (
    rule.topic === 'cast' &&
    !used.some((token) => isOf(token, 'cast', 'picture', 'colourword', 'light', 'tint')) &&
    (wishes.some(
      (other) => other.sentence === sentence && other.used.some((token) => isOf(token, ...targets)),
    ) ||
      // “My cheeks are glowing, less red”
      (used.some((token) => isOf(token, 'less')) &&
        prompt.some((token) => isOf(token, 'skin', 'cheeks', 'face', 'nose'))))
  );
}

/** Returns whether one of several people is to be left out, whom nothing finds: “brighten everyone except grandpa”. */
export function leavesOneOut({ used, where }: ReadWish): boolean {
  const start = used.find((token) => isOf(token, 'except'))?.at[0];
  return (
    start !== undefined &&
    where?.isInverted === true &&
    where.region === 'person' &&
    used.some((token) => isOf(token, 'person') && (token.at[0] ?? start) < start)
  );
}
