/** Replaces words that together mean one thing: “cinematic black bars”, “replace my jacket with a red coat”. */
import { grammar } from '../tokens/grammar.ts';
import { NO_TOKEN, type Token, isNegation, isOf, mergeTokens } from '../tokens/token.ts';

/** Reads “replace my jacket with a red coat” as another garment, not as another colour of the first. */
export function nameGarment(tokens: readonly Token[]): readonly Token[] {
  if (tokens.some((token) => isNegation(token) || isOf(token, 'except', 'match'))) {
    return tokens;
  }
  const start = tokens.findIndex((token) => isOf(token, 'clothes'));
  const own = tokens[start]?.text.toLowerCase();
  const end = tokens.findIndex(
    (token, at) => at > start && isOf(token, 'clothes') && token.text.toLowerCase() !== own,
  );
  const other = tokens[end];
  const between = tokens.slice(start, Math.max(start, end));
  // “the shirt and the jacket red” names two garments of one colour.
  const isTurned =
    tokens.some((token) => isOf(token, 'replace')) ||
    between.some((token) => isOf(token, 'colour', 'to', 'zu'));
  // “the same blue as the dress” compares colours.
  const isCompared = between.some((token) => isOf(token, 'keep'));
  return start < 0 || other === undefined || !isTurned || isCompared
    ? tokens
    : tokens.map((token) => (token === other ? { ...token, concepts: ['garment'] } : token));
}

/** Reads the place that another one replaces as the background: “change my bedroom to an office”. */
export function nameRoom(given: readonly Token[]): readonly Token[] {
  const isSomewhere = given.some((token) => isOf(token, 'place', 'numbered'));
  const tokens = given.map((token) =>
    // “I want to stand on a beach”
    isSomewhere && grammar.standing.test(token.text) ? { ...token, concepts: ['person'] } : token,
  );
  const [own, other, ...more] = tokens.filter((token) => isOf(token, 'place'));
  const between = tokens.slice(tokens.indexOf(own ?? NO_TOKEN), tokens.indexOf(other ?? NO_TOKEN));
  const into = own === undefined ? -1 : tokens.findIndex((token) => isOf(token, 'to', 'zu'));
  const end = tokens.findIndex((token) => isOf(token, 'replace')) >= 0 ? 0 : into;
  const start = Math.max(end, tokens.indexOf(own ?? NO_TOKEN));
  // “Change my room to a studio”, “swap the kitchen for a studio”
  const isIntoStudio =
    end >= 0 &&
    (end === 0 || into > tokens.indexOf(own ?? NO_TOKEN)) &&
    tokens.slice(start + 1).some((token) => isOf(token, 'studio', 'wall'));
  return own === undefined ||
    (other === undefined && !isIntoStudio) ||
    more.length > 0 ||
    tokens.some((token) => isNegation(token) || isOf(token, 'instead')) ||
    !(
      between.some((token) => isOf(token, 'to', 'zu')) ||
      tokens.some((token) => isOf(token, 'replace'))
    )
    ? tokens
    : tokens.map((token) => (token === own ? { ...token, concepts: ['background'] } : token));
}

/** Reads “these photos together in a row” as a row of images, not of their people. */
export function nameRow(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'beside')) &&
    !tokens.some((token) => isOf(token, 'person', 'pronoun', 'face'))
    ? tokens.map((token) =>
        token.concepts[0] === 'group' ? { ...token, concepts: ['picture'] } : token,
      )
    : tokens;
}

/** Reads “my nose is too big” as a wish for a smaller one, where nothing else is named; “is my nose too big?” asks. */
export function turnSize(tokens: readonly Token[]): readonly Token[] {
  const part = tokens.findIndex((token) => isOf(token, ...SIZED));
  const is = tokens.findIndex((token) => isOf(token, 'is'));
  const at = tokens.findIndex(
    (token, index) =>
      isOf(token, 'too', 'zu') && isOf(tokens[index + 1] ?? token, ...Object.keys(SIZES)),
  );
  const [too, size] = tokens.slice(at, at + 2);
  const wanted = SIZES[size?.concepts[0] ?? ''];
  return at < 0 ||
    too === undefined ||
    size === undefined ||
    wanted === undefined ||
    part < 0 ||
    is === 0 ||
    !tokens.every((token) => isOf(token, ...SIZED, ...BESIDE_SIZES, ...Object.keys(SIZES)))
    ? tokens
    : tokens
        .toSpliced(at, 2, mergeTokens(wanted, too, size))
        .filter((token) => !isOf(token, 'is') || token.concepts.length > 1);
}

const SIZED = ['nose', 'eyes', 'lips', 'face'];
/** Concepts beside which a size is that of the part; beside others it is not: “the crop around my face is too wide”. */
const BESIDE_SIZES = ['too', 'zu', 'is', 'person', 'pronoun', 'amount', 'fix'];

/** Sizes by their opposites. */
const SIZES: Readonly<Record<string, string>> = {
  bigger: 'smaller',
  smaller: 'bigger',
  wide: 'slim',
  slim: 'wide',
};

/** Reads the look directly before a frame as a description of it: “cinematic black bars”, “vintage frame”. */
export function joinFrame(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => {
    const next = tokens.slice(index + 1).find((other) => !isOf(other, 'colour'));
    return (
      isOf(token, 'cinematic', 'vintage') &&
      next !== undefined &&
      isOf(next, 'bars', 'border') &&
      (next.at[0] ?? 0) - (token.at.at(-1) ?? 0) === tokens.indexOf(next) - index
    );
  });
  const like = at < 0 ? findLikeFrame(tokens) : -1;
  const look = tokens[at < 0 ? like : at];
  const frame = tokens.findIndex(
    (token, index) => (like >= 0 || index > at) && isOf(token, 'bars', 'border', 'rim'),
  );
  const named = tokens[frame];
  return look === undefined || named === undefined
    ? tokens
    : tokens
        .with(frame, mergeTokens(named.concepts[0] ?? '', look, named))
        .toSpliced(at < 0 ? like : at, 1);
}

/** Finds the look that a frame before it is compared to: “a white border like a polaroid”, “Balken wie im Kino”. */
function findLikeFrame(tokens: readonly Token[]): number {
  return tokens.findIndex((token, at) => {
    const before = tokens[at - 1];
    return (
      isOf(token, 'cinematic', 'vintage') &&
      tokens.slice(0, at).some((other) => isOf(other, 'bars', 'border', 'rim')) &&
      before !== undefined &&
      (grammar.likenesses.test(token.text) ||
        // “Bars like in the movies”
        grammar.alike.test(token.text.split(' ')[0] ?? '') ||
        (token.at[0] ?? 0) - (before.at.at(-1) ?? 0) > 1)
    );
  });
}

/** Reads the source of a cast as a part of it: “remove the yellow tint from the lamp”. */
export function joinSource(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isOf(token, 'cast', 'tint'));
  const cast = tokens[at];
  const after = tokens.slice(at + 1);
  const end = after.findIndex((token) => isOf(token, 'remove', 'less', 'fix'));
  const [from, ...source] = end < 0 ? after : after.slice(0, end);
  return cast === undefined ||
    from === undefined ||
    !isOf(from, 'from') ||
    source.length === 0 ||
    !source.some((token) => isOf(token, 'light') || grammar.lamps.test(token.text)) ||
    // “From the club lights”
    !source.every(
      (token) => isOf(token, 'light') || grammar.lamps.test(token.text) || token.kind === 'unknown',
    )
    ? tokens
    : [
        ...tokens.slice(0, at),
        { ...mergeTokens('', cast, from, ...source), concepts: cast.concepts },
        ...(end < 0 ? [] : after.slice(end)),
      ];
}

/** Joins “take” with what it is taken from: “take the background from picture 2”. */
export function joinTaking(tokens: readonly Token[]): readonly Token[] {
  const [take] = tokens;
  const picture = tokens.findIndex((token) => isOf(token, 'numbered'));
  const named = tokens[picture];
  return take === undefined ||
    take.kind !== 'unknown' ||
    named === undefined ||
    !grammar.removalVerbs.test(take.text)
    ? tokens
    : tokens.with(picture, mergeTokens(named.concepts[0] ?? '', take, named)).slice(1);
}

/** Keeps the later one of “my frown into a smile” and of “aus dem Grinsen ein ernstes Gesicht”. */
export function turnMood(tokens: readonly Token[]): readonly Token[] {
  const [mood, other] = tokens.filter((token) => isOf(token, 'smile', 'sad', 'expression'));
  if (
    mood === undefined ||
    other === undefined ||
    mood.concepts[0] === other.concepts[0] ||
    isOf(mood, 'expression') ||
    (isOf(other, 'expression') && !isInto(tokens, mood, other)) ||
    tokens.some((token) => isNegation(token) || isOf(token, 'instead', 'except'))
  ) {
    return tokens;
  }
  const turned = mergeTokens(other.concepts[0] ?? '', mood, other);
  return tokens.flatMap((token) => (token === mood ? [] : token === other ? [turned] : [token]));
}

/** Returns whether one thing turns into another: “from a smile …”, “my smile into …”, but not “add a smile to …”. */
function isInto(tokens: readonly Token[], before: Token, after: Token): boolean {
  const [start, end] = [tokens.indexOf(before), tokens.indexOf(after)];
  return (
    !tokens.some((token) => isOf(token, 'add')) &&
    (tokens.slice(0, start).some((token) => isOf(token, 'from')) ||
      tokens.slice(start, end).some((token) => isOf(token, 'to', 'zu')))
  );
}
