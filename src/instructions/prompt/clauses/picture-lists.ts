/** Lists of images: “pictures 1, 2 and 3”, “Bild 1 und Bild 2 nebeneinander”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Concepts of wishes that take several images alike. */
const OF_SEVERAL = ['collage', 'beside', 'group'];

/** Joins images that are listed, so that no “and” between them divides a clause. */
export function joinPictures(given: readonly Token[]): readonly Token[] {
  const tokens = joinCounts(nameJoining(given));
  const isOfSeveral = tokens.some((token) => isOf(token, ...OF_SEVERAL));
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const { list, count } = findList(tokens, at, isOfSeveral);
    joined.push(...list);
    at += count;
  }
  return joined;
}

/** Reads “my brother from picture 2 to our photo” as people beside each other; elsewhere “to our” means nothing. */
function nameJoining(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    if (!isOf(token, 'joining')) {
      return token;
    }
    const [person, from, picture] = tokens
      .slice(0, at)
      .filter(({ kind }) => kind === 'known')
      .slice(-3);
    const isOfOther =
      person !== undefined &&
      from !== undefined &&
      picture !== undefined &&
      isOf(person, 'person') &&
      isOf(from, 'from') &&
      isImage(picture) &&
      !picture.concepts.includes('numbered:1');
    return isOfOther
      ? { ...token, concepts: ['side:beside'] }
      : { ...token, concepts: [], kind: 'filler' };
  });
}

/** Joins a number with the images that it counts: “these three photos”. */
function joinCounts(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, at): Token[] => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    if (isCount(token, next)) {
      return [];
    }
    return before !== undefined && isCount(before, token)
      ? [mergeTokens('picture', before, token)]
      : [token];
  });
}

function isCount(token: Token, next: Token | undefined): boolean {
  return grammar.counts.test(token.text) && next !== undefined && isOf(next, 'picture');
}

interface Found {
  readonly list: readonly Token[];
  /** Number of tokens that it joins. */
  readonly count: number;
}

/** Finds the list that begins at a token; the token alone where none does. */
function findList(tokens: readonly Token[], start: number, isOfSeveral: boolean): Found {
  const none = { list: tokens.slice(start, start + 1), count: 1 };
  const [first, second] = tokens.slice(start, start + 2);
  const isPlural = first !== undefined && isOf(first, 'picture') && numberOf(second) !== null;
  if (first === undefined || (!isPlural && !isImage(first))) {
    return none;
  }
  const numbers = [isPlural ? numberOf(second) : numberOf(first)];
  let isBare = false;
  let end = start + (isPlural ? 2 : 1);
  for (;;) {
    const gap = tokens.slice(end, end + 2).findIndex((token) => !isJoint(token));
    const next = tokens[end + gap];
    const number = gap > 0 ? numberOf(next) : null;
    if (next === undefined || number === null || !(isOfSeveral || !isImage(next))) {
      break;
    }
    isBare ||= !isImage(next);
    numbers.push(number);
    end += gap + 1;
  }
  const listed = tokens.slice(start, end);
  if (numbers.length < 2 || !(isOfSeveral || isBare)) {
    return none;
  }
  const joined = mergeTokens('listed', ...listed);
  const concepts = ['listed', ...numbers.map((number) => `numbered:${number}`)];
  return { list: [{ ...joined, concepts }], count: listed.length };
}

function isImage({ concepts }: Token): boolean {
  return concepts.length === 1 && concepts[0]?.startsWith('numbered:') === true;
}

function isJoint(token: Token): boolean {
  return token.kind === 'pause' || isOf(token, 'and');
}

/** Returns the number of an image that a word names, alone or with its noun; null for other words. */
function numberOf(token: Token | undefined): string | null {
  const number = token !== undefined && isOf(token, 'number') ? token.text : undefined;
  const named = token !== undefined && isImage(token) ? token.concepts[0]?.slice(-1) : number;
  return named !== undefined && /^[1-4]$/.test(named) ? named : null;
}
