/** Joins the people of one image and the ground of another: “the background of the 3rd behind the person of the 1st”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, type Token, valueOf } from '../tokens/token.ts';

/** Largest number of words between a part and the image that it is of. */
const REACH = 4;
/** Concepts of words that lead from one part to the other. */
const LINKS = 'from to zu into infront replace add picture is pronoun'.split(' ');
/** Concepts of words that may stand beside both parts in their clauses. */
const AROUND = ['add', 'replace', 'collage', 'is', 'g:original'];
/** Largest number of marks and conjunctions between the two parts. */
const MAX_DIVIDERS = 2;

/** A part with the image that it is of. */
interface Owned {
  readonly start: number;
  readonly end: number;
  readonly part: Token;
  /** The words that name its image; null for the people of the first one. */
  readonly image: Token | null;
}

/** Returns the words of a prompt; people and grounds of two images are joined in one order. */
export function nameCompositions(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'numbered') && !isOf(token, 'into', 'listed'))) {
    return tokens;
  }
  return splitAfter(matchLight(tokens), ({ kind }) => kind === 'stop').flatMap((sentence) =>
    joinPlaced(splitAfter(sentence, isDivider).flatMap(splitSide)),
  );
}

/**
 * Divides the side from people before another image, “the person of picture 1 to the right in front of picture 2”: people
 * stay where they are in their own image.
 */
function splitSide(part: readonly Token[]): readonly Token[] {
  const side = part.findIndex(
    (token) =>
      token.concepts.length === 1 &&
      grammar.sideNames.test(token.text) &&
      valueOf(token, 'side') !== null,
  );
  const [before, next] = [part.slice(0, Math.max(0, side)), part[side + 1]];
  const isPlaced =
    side > 0 &&
    next !== undefined &&
    isOf(next, 'infront', 'into') &&
    before.some((token) => isOf(token, 'person')) &&
    part.slice(side + 1).some((token) => isOf(token, 'numbered')) &&
    part.filter((token) => isOf(token, 'side')).length === 1;
  const token = part[side];
  return isPlaced && token !== undefined
    ? [
        ...part.filter((other) => other !== token && !isDivider(other)),
        PAUSE,
        token,
        ...part.filter(isDivider),
      ]
    : part;
}

const PAUSE: Token = { text: ',', concepts: [], kind: 'pause', at: [] };

/** Reads “the light should fit together” as a match of colours, not as people who are together. */
function matchLight(tokens: readonly Token[]): readonly Token[] {
  return splitAfter(tokens, isDivider).flatMap((part) =>
    part.some((token) => isOf(token, 'light', 'colourword')) &&
    !part.some((token) => isOf(token, 'person', 'pronoun', 'picture'))
      ? part.map((token) =>
          token.concepts.includes('group') && token.concepts.includes('match')
            ? { ...token, concepts: ['match'] }
            : token,
        )
      : part,
  );
}

function joinPlaced(sentence: readonly Token[]): readonly Token[] {
  const people = findAll(sentence, isPeople).filter(({ image }) => image !== null);
  const grounds = findAll(sentence, isGround).filter(({ image }) => image !== null);
  const [ground] = grounds;
  const person = people.length === 0 ? findOwn(sentence, ground) : people[0];
  if (
    ground === undefined ||
    ground.image === null ||
    person === undefined ||
    grounds.length > 1 ||
    people.length > 1 ||
    numberOf(person) === numberOf(ground)
  ) {
    return sentence;
  }
  const { start, end } = widen(sentence, person, ground);
  const named = new Set([person.part, person.image, ground.part, ground.image]);
  const span = sentence.slice(start, end + 1);
  const between = span.filter((token) => !named.has(token));
  if (
    span.some(isNegation) ||
    // “The background of picture 1 like the person of picture 2”
    between.some(({ text }) => grammar.alike.test(text)) ||
    between.filter(isDivider).length > MAX_DIVIDERS ||
    !between.every((token) => isDivider(token) || isBetween(token, person)) ||
    !isAlone(sentence, start, end)
  ) {
    return sentence;
  }
  const links = between.filter(
    (token) => (isLink(token) || isOf(token, 'person')) && !isDivider(token),
  );
  const image = person.image === null ? [] : [{ ...person.image, concepts: [nameOf(person)] }];
  const { unused, rest } = cutUnused(
    [...sentence.slice(0, start), ...sentence.slice(end + 1)],
    [numberOf(person), numberOf(ground)],
  );
  const before = rest.filter((token) => sentence.indexOf(token) < start);
  return [
    ...before,
    { ...person.part, kind: 'known', concepts: ['person'] },
    ...image,
    ...(links.length === 0 ? [INFRONT] : []),
    ...[...links, ...unused].map((token) => ({ ...token, ...INFRONT_KIND })),
    { ...ground.part, concepts: ['background'] },
    { ...ground.image, concepts: [nameOf(ground)] },
    ...rest.slice(before.length),
  ];
}

const INFRONT_KIND = { concepts: ['infront'], kind: 'known' } as const;
const INFRONT: Token = { text: '', at: [], ...INFRONT_KIND };

/** Finds the parts of a kind and the images that they are of. */
function findAll(sentence: readonly Token[], isPart: (token: Token) => boolean): Owned[] {
  return sentence.flatMap((part, start): Owned[] => {
    if (!isPart(part)) {
      return [];
    }
    const after = sentence.slice(start + 1, start + 1 + REACH);
    const gap = after.findIndex((token) => token.kind !== 'filler' && !isOf(token, 'from'));
    const image = after[gap];
    return image !== undefined && isImage(image)
      ? [{ start, end: start + 1 + gap, part, image }]
      : [{ start, end: start, part, image: null }];
  });
}

/** Finds the people of the first image who are to stand in a place of another: “put me in the landscape of picture 2”. */
function findOwn(sentence: readonly Token[], ground: Owned | undefined): Owned | undefined {
  const isPlace =
    ground !== undefined &&
    (isOf(ground.part, 'place') || grammar.rooms.test(ground.part.text.split(' ').at(-1) ?? ''));
  const [person, ...more] = isPlace ? findAll(sentence, isPeople) : [];
  const subject = sentence.findIndex(({ text }) => grammar.firstPerson.test(text));
  const part = sentence[subject];
  if (
    isPlace &&
    person === undefined &&
    part !== undefined &&
    sentence.some(
      // “I stand”, “ich stand” says how it is.
      ({ text }, at) => grammar.standing.test(text) && Math.abs(at - subject) > 1,
    )
  ) {
    // “I want to stand in the room of picture 2”
    return { start: subject, end: subject, part, image: null };
  }
  return more.length > 0 || person === undefined || isBehind(person.part) ? undefined : person;
}

/** Takes the words around two parts along that only lead to them. */
function widen(
  sentence: readonly Token[],
  first: Owned,
  second: Owned,
): { readonly start: number; readonly end: number } {
  let start = Math.min(first.start, second.start);
  let end = Math.max(first.end, second.end);
  while (
    start > 0 &&
    isLink(sentence[start - 1]) &&
    !isDivider(sentence[start - 1] ?? first.part)
  ) {
    start -= 1;
  }
  for (let at = end + 1; at < sentence.length; at += 1) {
    const token = sentence[at];
    if (token === undefined || isDivider(token)) {
      break;
    }
    end = isLink(token) ? at : end;
  }
  return { start, end };
}

function isLink(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (isOf(token, ...LINKS) ||
      (token.kind !== 'filler' && grammar.standing.test(token.text)) ||
      (token.kind === 'unknown' && grammar.removalVerbs.test(token.text)))
  );
}

function isBetween(token: Token, { part }: Owned): boolean {
  return (
    token.kind === 'filler' ||
    token.kind === 'verb' ||
    isLink(token) ||
    // “Take me out of the first and put me …”, “take the person … and put them …”
    (isOf(token, 'person') &&
      (grammar.peoplePronouns.test(token.text) ||
        token.text.toLowerCase() === part.text.toLowerCase()))
  );
}

/** Returns whether nothing else is asked for in the clauses of the two parts. */
function isAlone(sentence: readonly Token[], start: number, end: number): boolean {
  const first = sentence.findLastIndex((token, at) => at < start && isDivider(token)) + 1;
  const next = sentence.findIndex((token, at) => at > end && isDivider(token));
  return [
    ...sentence.slice(first, start),
    ...sentence.slice(end + 1, next < 0 ? sentence.length : next),
  ].every(
    (token) =>
      token.kind === 'filler' || token.kind === 'verb' || isOf(token, ...AROUND) || isLink(token),
  );
}

/** Cuts the clauses that say which image is not used: “…, ignore the 2nd”, “das zweite brauch ich nicht”. */
function cutUnused(
  tokens: readonly Token[],
  used: readonly number[],
): { readonly unused: readonly Token[]; readonly rest: readonly Token[] } {
  const parts = splitAfter(tokens, isDivider);
  const cut = parts.filter((part) => {
    const said = contentWords(part);
    return (
      said.some((token) => isOf(token, 'numbered')) &&
      said.some(isIgnored) &&
      said.every(
        (token) =>
          isIgnored(token) ||
          isOf(token, 'is', 'picture') ||
          (isImage(token) && !used.includes(Number(valueOf(token, 'numbered')))),
      )
    );
  });
  return {
    unused: contentWords(cut.flat()),
    rest: parts.flatMap((part) => (cut.includes(part) ? part.filter(isDivider) : part)),
  };
}

function isIgnored(token: Token): boolean {
  return isOf(token, 'not', 'remove', 'except') || grammar.ignoring.test(token.text);
}

function isPeople(token: Token): boolean {
  return (token.concepts.length === 1 && isOf(token, 'person')) || isBehind(token);
}

/** Returns whether a ground is named by the people before it: “behind the person of picture 1”. */
function isBehind({ text, concepts }: Token): boolean {
  return concepts.length === 1 && concepts[0] === 'background' && grammar.behind.test(text);
}

function isGround(token: Token): boolean {
  return token.concepts.length === 1 && isOf(token, 'background', 'place') && !isBehind(token);
}

function isImage({ concepts }: Token): boolean {
  return concepts.length === 1 && concepts[0]?.startsWith('numbered:') === true;
}

function nameOf({ image }: Owned): string {
  return image?.concepts[0] ?? 'numbered:1';
}

function numberOf(owned: Owned): number {
  return Number(nameOf(owned).slice('numbered:'.length));
}
