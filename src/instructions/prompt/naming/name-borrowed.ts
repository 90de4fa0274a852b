/** Names the look of one image that another one takes: “the second has such a nice mood, make the first like that”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isContentWord, isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, type Token, valueOf, toFiller } from '../tokens/token.ts';

/** Concepts of words that praise a look. */
const PRAISE = ['described', 'vague', 'amount', 'enhance', 'picture', 'is'];
/** Concepts of words that say which image takes it. */
const TAKEN = ['picture', 'to', 'zu', 'add', 'match'];
/** Concepts of what several images may have in common. */
const SHARED = [
  'g',
  'axis',
  'colourword',
  'light',
  'splash',
  'match',
  'group',
  'is',
  'to',
  'picture',
];

/** Returns the words of a prompt; what an image takes of another one, and what several are to share, has a name. */
export function nameBorrowed(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures < 2
    ? tokens
    : nameShared(
        joinBorrowed(
          splitAfter(tokens, isDivider).flatMap((part) =>
            nameDrawn(pictures === 2 ? nameOther(namePlaceSent(part, tokens)) : part),
          ),
        ),
      );
}

/** Reads “put me in this forest” beside a second image as the place that it shows. */
function namePlaceSent(part: readonly Token[], prompt: readonly Token[]): readonly Token[] {
  const start = part.findIndex(
    ({ kind, text }) => kind === 'filler' && grammar.demonstratives.test(text),
  );
  const place = part.findIndex((token, at) => at > start && isOf(token, 'place'));
  const isSent =
    start > 0 &&
    place > start &&
    place - start < 4 &&
    part.slice(0, start).some((token) => isOf(token, 'person', 'pronoun')) &&
    !prompt.some((token) => isOf(token, 'numbered', 'only', 'not', 'background'));
  const words = part.slice(start - 1, place + 1);
  return isSent
    ? [
        ...part.slice(0, start - 1),
        { ...mergeTokens('into', ...words), concepts: ['into', 'numbered:2'] },
        ...part.slice(place + 1),
      ]
    : part;
}

/** Reads “my photo should look like the other one” as a match with the second of two images. */
function nameOther(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(({ text }) => grammar.otherOnes.test(text));
  const other = part[at];
  const like = part.findLastIndex(({ text }, index) => index < at && grammar.alike.test(text));
  const image = part.findIndex((token) => isOf(token, 'picture'));
  const said = contentWords(part).filter((token) => token !== other);
  const alike = part[like];
  if (other !== undefined && like < 0 && isToned(part, at)) {
    return part.with(at, { ...other, kind: 'known', concepts: ['numbered:2'] });
  }
  if (other === undefined || alike === undefined || at - like > 2) {
    return part;
  }
  const isMatch = image >= 0 && image < like && said.every((token) => isOf(token, 'picture', 'to'));
  if (!isMatch) {
    // “My photo as bright as the other one”
    return part.with(at, { ...other, kind: 'unknown', concepts: [] });
  }
  return part.map((token) =>
    token === other
      ? { ...token, kind: 'known', concepts: ['numbered:2'] }
      : token === alike
        ? { ...token, kind: 'known', concepts: ['match'] }
        : token,
  );
}

/** Returns whether only a tone is asked for of the other image: “my photo brighter, the other one darker”. */
function isToned(part: readonly Token[], at: number): boolean {
  const said = contentWords(part.toSpliced(at, 1));
  return (
    said.some((token) => isOf(token, 'g', 'mono')) &&
    said.every((token) => isOf(token, 'g', 'mono', 'amount', 'to', 'zu'))
  );
}

/** Reads “draw me in the same style as the second image” as a style that is not taken over, without one of its own. */
function nameDrawn(part: readonly Token[]): readonly Token[] {
  const isDrawn =
    part.some((token) => isOf(token, 'drawme')) &&
    part.some((token) => isOf(token, 'match')) &&
    part.some((token) => isOf(token, 'numbered'));
  return isDrawn
    ? part.map((token) =>
        isOf(token, 'drawme')
          ? { ...token, concepts: ['person'] }
          : isOf(token, 'match')
            ? toFiller(token)
            : token,
      )
    : part;
}

/** Joins a look that is praised and the image that takes it. */
function joinBorrowed(tokens: readonly Token[]): readonly Token[] {
  const parts = splitAfter(tokens, isDivider);
  const at = parts.findIndex((part, index) => praises(part) && takes(parts[index + 1] ?? []));
  const [praise, taking] = parts.slice(at, at + 2);
  if (at < 0 || praise === undefined || taking === undefined) {
    return parts.flatMap(leavePraise);
  }
  const image = praise.find((token) => isOf(token, 'numbered'));
  const look = praise.filter((token) => isLook(token));
  const named = contentWords(praise).filter((token) => token !== image && !look.includes(token));
  return parts.flatMap((part) =>
    part === praise
      ? [
          mergeTokens('match', ...look, ...named),
          mergeTokens(
            image?.concepts[0] ?? '',
            ...(image === undefined ? [] : [image]),
            ...contentWords(taking),
          ),
        ]
      : part === taking
        ? part.filter(isDivider)
        : part,
  );
}

/** Reads “the second one has nice colours” without an image that takes them as no wish. */
function leavePraise(part: readonly Token[]): readonly Token[] {
  return praises(part) && part.some(({ text }) => grammar.having.test(text))
    ? part.map((token) =>
        isOf(token, 'colourword', 'light', 'match')
          ? { ...token, kind: 'unknown', concepts: [] }
          : token,
      )
    : part;
}

/** Returns whether words only praise the look of another image than the first: “das zweite hat so schöne Farben”. */
function praises(part: readonly Token[]): boolean {
  const images = part.filter((token) => isOf(token, 'numbered'));
  const [image] = images;
  return (
    images.length === 1 &&
    image !== undefined &&
    image.concepts.length === 1 &&
    valueOf(image, 'numbered') !== '1' &&
    part.some(isLook) &&
    !part.some(
      (token) =>
        token.kind === 'verb' ||
        isNegation(token) ||
        // “Nicht so schöne Farben”
        grammar.negators.test(token.text.split(' ')[0] ?? ''),
    ) &&
    part.every(
      (token) =>
        token === image || isLook(token) || !isContentWord(token) || isOf(token, ...PRAISE),
    )
  );
}

function isLook(token: Token): boolean {
  return (
    grammar.moods.test(token.text) ||
    (token.concepts.length === 1 && isOf(token, 'colourword', 'light', 'match'))
  );
}

/**
 * Returns whether words only say that the first image is to be so: “mach das erste auch so”. That it is so already, or is to
 * stay so, asks for nothing: “is the first like that?”, “lass das erste so”.
 */
function takes(part: readonly Token[]): boolean {
  return (
    !part.some(({ text }) => grammar.leaveVerbs.test(text)) &&
    part.some((token) => token.concepts.includes('numbered:1')) &&
    part.some(({ text }) => grammar.likewise.test(text)) &&
    part.every(
      (token) =>
        !isContentWord(token) ||
        isOf(token, ...TAKEN) ||
        isSame(token) ||
        token.concepts.includes('numbered:1') ||
        grammar.likewise.test(token.text),
    )
  );
}

/** Names what several images are to have in common: “alle drei gleich hell und gleicher Farbton”. */
function nameShared(tokens: readonly Token[]): readonly Token[] {
  const parts = splitAfter(tokens, isDivider);
  const first = parts.findIndex(
    (part) =>
      isOfShared(part) &&
      part.some((token) => isOf(token, 'picture') && grammar.several.test(token.text)),
  );
  const after = parts.findIndex((part, at) => at > first && !isOfShared(part));
  const end = after < 0 ? parts.length : after;
  const shared = first < 0 ? [] : parts.slice(first, end);
  return parts.flatMap((part) =>
    shared.includes(part) && namesLook(part)
      ? // “The same warm look on all of them”
        part.map((token): Token => (isSame(token) ? toFiller(token) : token))
      : shared.includes(part)
        ? part.flatMap((token): Token[] => {
            const said = contentWords(part);
            return token === said[0]
              ? [mergeTokens('equals', ...said)]
              : said.includes(token)
                ? []
                : [token];
          })
        : part,
  );
}

/** Returns whether words name a look of its own, which all are to have, and no property that would be matched. */
function namesLook(part: readonly Token[]): boolean {
  return (
    part.filter((token) => isOf(token, 'g')).length === 1 &&
    part.some((token) => isOf(token, 'keep')) &&
    !part.some((token) => isOf(token, 'match', 'axis', 'splash', 'background')) &&
    part.some(({ text }) => grammar.looks.test(text))
  );
}

/** Returns whether words only say that something is the same: “the same brightness”, “match in colour”. */
function isOfShared(part: readonly Token[]): boolean {
  const said = contentWords(part);
  return (
    said.some((token) => isSame(token) || isOf(token, 'match')) &&
    said.some((token) =>
      isOf(token, 'g', 'axis', 'colourword', 'light', 'splash', 'match', 'background'),
    ) &&
    said.every(
      (token) =>
        isSame(token) ||
        isOf(token, ...SHARED, 'background') ||
        (token.kind === 'unknown' && grammar.tonalNouns.test(token.text)),
    )
  );
}

function isSame(token: Token): boolean {
  return isOf(token, 'keep') && grammar.sameness.test(token.text);
}
