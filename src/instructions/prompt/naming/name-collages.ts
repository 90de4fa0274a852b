/** Names collages and groups in other words: “three panels next to each other”, “us, as if we stood together”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isContentWord, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, NO_TOKEN, type Token, toFiller } from '../tokens/token.ts';

const PAUSE: Token = { text: ',', concepts: [], kind: 'pause', at: [] };
/** Concepts of several images on one. */
const TOGETHER = ['collage', 'beside', 'group', 'stacked'];
/** Concepts of words that say who is in a group. */
const MEMBERS =
  'group person pronoun picture numbered listed from to add amount number beside'.split(' ');
/** Concepts of words that only say how it looks when people are together. */
const PRETENDED = 'group beside past pose person is keep background add'.split(' ');

/** Returns the words of a prompt; those of its collage or group have names. */
export function nameCollages(tokens: readonly Token[], pictures: number): readonly Token[] {
  if (pictures < 2) {
    return tokens;
  }
  const turned = nameBoth(joinSides(joinTurn(tokens)));
  if (!turned.some((token) => isOf(token, ...TOGETHER))) {
    return turned;
  }
  const named = splitAfter(turned, isDivider).map(namePanels);
  const joined = joinBeside(named.map((part, at) => dropPretence(part, named[at - 1] ?? [])));
  const parts = joined.flatMap(splitGround);
  return pictures === 2 ? nameSides(parts.flat()) : parts.flat();
}

/** Reads “picture 1 on the left, picture 2 on the right” as a collage, whose images stand in that order. */
function joinSides(tokens: readonly Token[]): readonly Token[] {
  const parts = splitAfter(tokens, isDivider);
  const isAt = (part: readonly Token[], place: number): boolean => {
    const said = contentWords(part).filter((token) => !isOf(token, 'picture', 'to'));
    return (
      said.length === 2 &&
      said.some(({ concepts }) => concepts.includes(`numbered:${place + 1}`)) &&
      said.some(({ concepts }) => concepts.includes(place === 0 ? 'side:left' : 'side:right'))
    );
  };
  const first = parts.findIndex((part, at) => isAt(part, 0) && isAt(parts[at + 1] ?? [], 1));
  const both = parts.slice(first, first + 2);
  const last = both.at(-1)?.at(-1);
  return first < 0 || last === undefined
    ? tokens
    : [
        ...parts.slice(0, first).flat(),
        mergeTokens('collage', ...both.flatMap(contentWords)),
        ...(isDivider(last) ? [last] : []),
        ...parts.slice(first + 2).flat(),
      ];
}

/** Reads “both next to each other on a grey background” as people, whom alone a background is behind. */
function nameBoth(tokens: readonly Token[]): readonly Token[] {
  const isOfPeople =
    tokens.some((token) => isOf(token, 'beside')) &&
    tokens.some((token) => isOf(token, 'colour')) &&
    tokens.some((token) => isOf(token, 'background', 'wall')) &&
    !tokens.some((token) => isOf(token, 'picture', 'collage', 'person'));
  return isOfPeople
    ? tokens.map((token) =>
        token.kind === 'filler' && grammar.each.test(token.text)
          ? { ...token, kind: 'known' as const, concepts: ['person'] }
          : token,
      )
    : tokens;
}

/** Joins “before/after” to a collage. */
function joinTurn(tokens: readonly Token[]): readonly Token[] {
  const isBeside = tokens.some((token) => isOf(token, 'collage', 'beside'));
  const at = tokens.findIndex(
    ({ text }, index) =>
      (tokens[index + 1]?.text === '/' ||
        // “Vorher und nachher nebeneinander”
        (isBeside && isOf(tokens[index + 1] ?? NO_TOKEN, 'and'))) &&
      grammar.befores.test(text) &&
      grammar.afters.test(tokens[index + 2]?.text ?? ''),
  );
  const [before, , after] = tokens.slice(at, at + 3);
  return at < 0 || before === undefined || after === undefined
    ? tokens
    : tokens.toSpliced(at, 3, mergeTokens('collage', before, after));
}

/** Reads “three panels” beside each other as images. */
function namePanels(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    ({ text, kind }, index) =>
      kind === 'unknown' &&
      grammar.panels.test(text) &&
      grammar.counts.test(part[index - 1]?.text ?? ''),
  );
  const [count, panel] = part.slice(at - 1, at + 1);
  return at < 1 ||
    count === undefined ||
    panel === undefined ||
    !part.some((token) => isOf(token, ...TOGETHER))
    ? part
    : part.toSpliced(at - 1, 2, mergeTokens('picture', count, panel));
}

/** Drops “like we were standing together” after people who are put beside each other. */
function dropPretence(part: readonly Token[], before: readonly Token[]): readonly Token[] {
  const isOfPeople = (tokens: readonly Token[]): boolean =>
    tokens.some((token) => isOf(token, 'group', 'beside')) &&
    tokens.some((token) => isOf(token, 'person', 'pronoun'));
  const start = part.findIndex(({ text }) => grammar.pretences.test(text.split(' ')[0] ?? ''));
  const after = part.slice(Math.max(0, start));
  const isWhole = !part.slice(0, Math.max(0, start)).some(isSaid);
  const isPretence =
    start >= 0 &&
    isOfPeople(isWhole ? before : part.slice(0, start)) &&
    after.some((token) => isOf(token, 'pose', 'background', 'past', 'keep') || isTogether(token)) &&
    after.every(
      (token) => !isContentWord(token) || isOf(token, ...PRETENDED) || isTogether(token),
    ) &&
    after.every((token) => !isOf(token, 'pose') || grammar.standing.test(token.text));
  return isPretence
    ? part.map((token, at) => (at < start || isDivider(token) ? token : toFiller(token)))
    : part;
}

/** Returns whether a word only says what people would have done: “als hätten wir zusammen da gestanden”. */
function isTogether({ kind, text }: Token): boolean {
  return kind === 'unknown' && (grammar.standing.test(text) || grammar.tellings.test(text));
}

/** Joins “both of us on one picture, standing side by side”, which asks for one group. */
function joinBeside(parts: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  const isBeside = (part: readonly Token[]): boolean => {
    const said = contentWords(part);
    return (
      said.some((token) => isOf(token, 'beside')) &&
      said.every((token) => isOf(token, 'beside') || isStanding(token))
    );
  };
  const isOne = (part: readonly Token[] | undefined): boolean =>
    part?.at(-1)?.kind === 'pause' &&
    part.some((token) => isOf(token, 'group')) &&
    part.some((token) => isOf(token, 'person', 'pronoun'));
  return parts.map((part, at) =>
    isOne(part) && isBeside(parts[at + 1] ?? [])
      ? part.slice(0, -1)
      : isOne(parts[at - 1]) && isBeside(part)
        ? part.filter((token) => !isStanding(token))
        : part,
  );
}

function isStanding(token: Token): boolean {
  return isOf(token, 'pose') && grammar.standing.test(token.text);
}

/** Divides a group from its background: “group photo of us in front of a grey wall”. */
function splitGround(part: readonly Token[]): readonly (readonly Token[])[] {
  const colour = part.findIndex((token) => isOf(token, 'colour'));
  const ground = part.findIndex((token) => isOf(token, 'background', 'wall'));
  const front = part.findIndex((token) => isOf(token, 'infront'));
  const start = front >= 0 && front < colour ? front : colour;
  const [before, after] = [part.slice(0, Math.max(0, start)), part.slice(Math.max(0, start))];
  const isGroup =
    colour > 0 &&
    ground > 0 &&
    before.some((token) => isOf(token, 'group', 'beside')) &&
    before.every(
      (token) => token.kind !== 'unknown' && (token.kind !== 'known' || isOf(token, ...MEMBERS)),
    ) &&
    after.filter((token) => isOf(token, 'colour')).length === 1 &&
    after.every(
      (token) =>
        !isContentWord(token) || isOf(token, 'infront', 'colour', 'background', 'wall', 'amount'),
    );
  return isGroup ? [[...before, PAUSE], after] : [part];
}

/** Puts two captions of a collage on its two images, above or below: “write “before” and “after” on them”. */
function nameSides(tokens: readonly Token[], placed: readonly Token[] = []): readonly Token[] {
  const quotes = tokens.filter((token) => isOf(token, 'quote'));
  const [first, second] = quotes;
  const start = first === undefined ? -1 : tokens.indexOf(first);
  if (
    first === undefined ||
    second === undefined ||
    quotes.length !== 2 ||
    tokens[start + 2] !== second ||
    !isDivider(tokens[start + 1] ?? first) ||
    // “Remove “before” and “after””
    tokens.some((token) => isOf(token, 'remove', 'replace', 'not')) ||
    !tokens.some((token) => isOf(token, 'collage', 'beside'))
  ) {
    return tokens;
  }
  const height = findHeight(tokens, start);
  const others = tokens.filter((token) => height?.includes(token) !== true);
  if (others.some((token) => isOf(token, 'side', 'edges'))) {
    return tokens;
  }
  if (height !== null) {
    return nameSides(others, height);
  }
  const down = isUnder(placed) ? 'side:bottom' : 'side:top';
  const sideOf = (side: string): Token => ({
    text: '',
    concepts: [`side:${side}`, placed.length === 0 ? 'side:bottom' : down],
    kind: 'known',
    at: side === 'left' ? placed.flatMap(({ at }) => at) : [],
  });
  const rest = tokens
    .slice(start + 3)
    .map((token, at, after): Token =>
      at < 2 &&
      (isOf(token, 'pronoun') || grammar.peoplePronouns.test(token.text)) &&
      grammar.captionSurfaces.test(after[at - 1]?.text ?? '')
        ? toFiller(token)
        : token,
    );
  const looks = findLooks(tokens, start);
  return [
    ...tokens.slice(0, start + 1),
    sideOf('left'),
    ...looks.first,
    PAUSE,
    ...looks.second,
    second,
    sideOf('right'),
    ...rest,
  ];
}

/** Finds the words that put two captions above or below their images: “drüber “A” und “B””, “over each image”. */
function findHeight(tokens: readonly Token[], first: number): readonly Token[] | null {
  const start = tokens.findLastIndex((token, at) => at < first && isDivider(token)) + 1;
  const end = tokens.findIndex((token, at) => at > first + 2 && isDivider(token));
  const rest = tokens.slice(first + 3, end < 0 ? tokens.length : end);
  const found = [tokens.slice(start, first), rest].flatMap((words): Token[] => {
    const at = words.findIndex(isHeight);
    const after = words.slice(at + 1);
    const next = after.findIndex((token) => isOf(token, 'picture'));
    // “Über jedem Bild”
    return at < 0 ? [] : [...words.slice(at, at + 1), ...after.slice(0, next + 1)];
  });
  const heights = found.filter(isHeight);
  return heights.length > 0 &&
    heights.every((token) => isUnder([token]) === isUnder(heights)) &&
    found.every((token) => token.at.length > 0 && !isOf(token, 'quote', 'collage', 'beside'))
    ? found
    : null;
}

function isHeight(token: Token): boolean {
  return (
    grammar.captionOver.test(token.text) ||
    grammar.beneath.test(token.text) ||
    (token.concepts.every((concept) => ['side:top', 'side:bottom'].includes(concept)) &&
      token.concepts.length === 1)
  );
}

function isUnder(words: readonly Token[]): boolean {
  return words.some(
    (token) => token.concepts.includes('side:bottom') || grammar.beneath.test(token.text),
  );
}

/** Concepts of how both captions look that are named beside one of them. */
const LOOKS = ['colour', 'bigger', 'smaller'];

/** Finds the looks that two captions share: “in red “A” and “B””, ““A” and “B” in red”. */
function findLooks(
  tokens: readonly Token[],
  first: number,
): { readonly first: readonly Token[]; readonly second: readonly Token[] } {
  const start = tokens.findLastIndex((token, at) => at < first && isDivider(token)) + 1;
  const end = tokens.findIndex((token, at) => at > first + 2 && isDivider(token));
  const find = (words: readonly Token[]): readonly Token[] =>
    words
      .filter((token) => isOf(token, ...LOOKS))
      .map((token): Token => ({ ...token, text: '', at: [] }));
  const before = find(tokens.slice(start, first));
  const after = find(tokens.slice(first + 3, end < 0 ? tokens.length : end));
  return before.length > 0 && after.length > 0
    ? { first: [], second: [] }
    : { first: after, second: before };
}
