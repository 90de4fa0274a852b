/** Replaces denied and limited words: “not bright enough”, “darker but not too dark”, “rain but not too heavy”. */
import { grammar } from '../tokens/grammar.ts';
import { LOOKS, PARTS } from '../tokens/concepts.ts';
import { isNegation, isOf, kindOf, mergeTokens, type Token, valueOf } from '../tokens/token.ts';

/** Reads “not bright enough” and “bright enough” as a wish for more of it. */
export function joinEnough(tokens: readonly Token[]): readonly Token[] {
  const missing = tokens.findIndex(
    (token, index) => isNegation(token) && isOf(tokens[index + 1] ?? token, 'enough'),
  );
  const [not, much] = tokens.slice(missing, missing + 2);
  if (missing >= 0 && not !== undefined && much !== undefined) {
    return tokens.toSpliced(missing, 2, mergeTokens('more', not, much));
  }
  const lacking = findLacking(tokens);
  if (lacking !== null) {
    return lacking;
  }
  const at = tokens.findIndex((token) => isOf(token, 'enough'));
  const [enough, before, first] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (enough === undefined || before === undefined || !isOf(before, 'g', 'sharpen')) {
    return tokens;
  }
  const parts =
    first !== undefined && isNegation(first) ? [first, before, enough] : [before, enough];
  const start = at + 1 - parts.length;
  return tokens.toSpliced(start, parts.length, mergeTokens(before.concepts[0] ?? '', ...parts));
}

/** Reads “it isn’t sharp” as a wish for it; null for other words. */
function findLacking(tokens: readonly Token[]): readonly Token[] | null {
  const at = tokens.findIndex(
    (token) => isOf(token, 'sharpen') || GOOD.includes(token.concepts[0] ?? ''),
  );
  const [not, good] = tokens.slice(at - 1, at + 1);
  const isSaid = tokens.some(
    (token) => isOf(token, 'is') || grammar.negatedCopulas.test(token.text),
  );
  return at > 0 &&
    not !== undefined &&
    good !== undefined &&
    isNegation(not) &&
    isSaid &&
    !grammar.comparatives.test(good.text) &&
    tokens.every((token) => token === not || token === good || isOf(token, 'picture', 'is'))
    ? [mergeTokens(good.concepts[0] ?? '', not, good)]
    : null;
}

const GOOD = ['g:brighter', 'g:more_saturated', 'g:more_contrast'];

/**
 * Reads “I don’t want my boss to recognise me” as a wish to be unrecognisable; “my friends should recognise me” asks for
 * the contrary.
 */
export function hideFrom(tokens: readonly Token[]): readonly Token[] {
  const known = tokens.findIndex(
    (token) => isOf(token, 'hide') && grammar.recognitions.test(token.text),
  );
  const named = tokens[known];
  if (named === undefined || tokens.some(({ text }) => grammar.nobodies.test(text))) {
    return tokens;
  }
  const not = tokens.findIndex((token, at) => at < known && isOf(token, 'not'));
  const between = tokens.slice(not + 1, known);
  return not >= 0 &&
    between.every((token) => token.kind === 'unknown' || isOf(token, 'person', 'to'))
    ? tokens.toSpliced(not, known + 1 - not, mergeTokens('hide', ...tokens.slice(not, known + 1)))
    : // “My friends should still recognise me”
      tokens.with(known, { ...named, concepts: ['identity'] });
}

/** Reads “unrecognisable, not just with bars” as a wish to hide: what it is not to be is no wish. */
export function leaveBars(tokens: readonly Token[]): readonly Token[] {
  const hide = tokens.findIndex((token) => isOf(token, 'hide'));
  const not = tokens.findIndex((token, at) => at > hide && isOf(token, 'not'));
  const end = tokens.findIndex((token, at) => at > not && isOf(token, 'bars', 'censorbar'));
  const named = tokens[hide];
  const denied = tokens.slice(not, end + 1);
  return named !== undefined &&
    hide >= 0 &&
    not > hide &&
    end > not &&
    denied.every((token) => isOf(token, 'not', 'only', 'colour', 'bars', 'censorbar'))
    ? tokens.toSpliced(not, denied.length).with(hide, mergeTokens('hide', named, ...denied))
    : tokens;
}

/** Reads “sepia instead of black and white” as the first. */
export function dropReplaced(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) => isOf(token, 'instead') || isOldGround(tokens, index),
  );
  const [given, old, ...others] = tokens;
  if (
    at === 0 &&
    given !== undefined &&
    old !== undefined &&
    isOf(old, 'background', 'place') &&
    others.some((token) => isOf(token, 'background', 'place', 'wall', 'studio')) &&
    !others.some((token) => isOf(token, 'blur', 'g'))
  ) {
    // “Statt meinem Zimmer einen Strand dahinter”, “statt der Küche eine weiße Wand”
    const [first, ...more] = others;
    const at = [...given.at, ...old.at, ...(first?.at ?? [])];
    const ground = { ...old, text: '', concepts: ['background'], at: [] };
    const isNamed = others.some((token) => isOf(token, 'background'));
    return [
      ...(first === undefined ? [] : [{ ...first, at }]),
      ...more,
      ...(isNamed ? [] : [ground]),
    ];
  }
  const after = tokens.slice(at + 1);
  const wanted = tokens.findLast(
    (token, index) => index < at && isOf(token, 'g', 'night', 'aspect', ...LOOKS),
  );
  const ground = tokens.findLast((token, index) => index < at && isOf(token, ...GROUNDS));
  if (ground !== undefined && after.length > 0 && after.every(isGround)) {
    // “a grey wall behind me instead of my bedroom”
    const wanted = tokens.slice(0, at).with(tokens.indexOf(ground), {
      ...ground,
      at: [...ground.at, ...tokens.slice(at).flatMap((other) => other.at)],
    });
    // “At the beach instead of the kitchen”
    const isPlaced = wanted.some((token) => isOf(token, 'background', 'infront', 'person'));
    return isPlaced || !isOf(ground, 'place') || valueOf(ground, 'place') === null
      ? wanted
      : [...wanted, { text: '', concepts: ['background'], kind: 'known', at: [] }];
  }
  const [field, ...beside] = tokens.slice(0, Math.max(0, at));
  if (
    field !== undefined &&
    [field, ...beside].every((token) => isOf(token, 'colour', 'wall')) &&
    [field, ...beside].filter((token) => isOf(token, 'colour')).length === 1 &&
    after.some((token) => isOf(token, 'place', 'background')) &&
    after.every(isGround)
  ) {
    // “Pure white instead of my kitchen”
    const joined = { ...field, at: [field, ...tokens.slice(at)].flatMap((token) => token.at) };
    return [joined, ...beside, { text: '', concepts: ['background'], kind: 'known', at: [] }];
  }
  return at < 0 ||
    wanted === undefined ||
    after.length === 0 ||
    !after.every((token) => isOf(token, 'g', 'day', 'aspect', 'colourword', 'picture', ...LOOKS))
    ? tokens
    : tokens.flatMap((token, index) =>
        token === wanted
          ? [{ ...wanted, at: [...wanted.at, ...tokens.slice(at).flatMap((other) => other.at)] }]
          : index < at
            ? [token]
            : [],
      );
}

/** Returns whether “not” denies the place that another one replaces: “a beach behind me, not my kitchen”. */
function isOldGround(tokens: readonly Token[], at: number): boolean {
  const [not, ...after] = tokens.slice(at);
  return (
    at > 0 &&
    not !== undefined &&
    isOf(not, 'not') &&
    after.length === 1 &&
    after.every((token) => isOf(token, 'place') && valueOf(token, 'place') === null) &&
    tokens.slice(0, at).some((token) => isOf(token, 'place'))
  );
}

/** Concepts of a new background, and of the one that it replaces. */
const GROUNDS = ['background', 'studio', 'infront', 'place'];

function isGround(token: Token): boolean {
  return (
    isOf(token, 'background', 'place', 'outside', 'object', 'described', 'to') ||
    token.kind === 'unknown'
  );
}

/** Reads “exposure +0.7” and “exposure +1” in stops. */
export function readStops(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token) => isOf(token, 'stops') || /^signed:-?[1-3]$/.test(token.concepts[0] ?? ''),
  );
  const axis = tokens.findIndex((token) => valueOf(token, 'axis') === 'brightness');
  const [stops, named] = [tokens[at], tokens[axis]];
  const isCounted = named !== undefined && grammar.stopNouns.test(named.text);
  if (stops === undefined || named === undefined || (!isCounted && isOf(stops, 'signed'))) {
    return tokens;
  }
  const value = Number(valueOf(stops, 'stops') ?? valueOf(stops, 'signed'));
  return tokens
    .with(axis, { ...named, concepts: [value < 0 ? 'g:darker' : 'g:brighter'] })
    .with(at, { ...stops, concepts: [`amount:${Math.min(1, Math.abs(value) * STOP)}`] });
}

/** Amount of a grade that is about a stop of exposure. */
const STOP = 0.65;

/** Reads “only mine not” and “nur meins nicht” as an exception. */
export function exceptLast(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      index > 0 &&
      isOf(token, 'only') &&
      tokens[index + 1] !== undefined &&
      isOf(tokens[index + 1] ?? token, ...PARTS) &&
      isOf(tokens[index + 2] ?? token, 'not'),
  );
  const [only, part, not] = tokens.slice(at, at + 3);
  return at < 0 || only === undefined || part === undefined || not === undefined
    ? tokens
    : tokens.toSpliced(at, 3, mergeTokens('except', only, not), part);
}

/** Reads “darker but not too dark” as a little darker; another limit is nothing that a wish can keep to. */
export function limitGrade(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token, index) => {
    const [next, after] = tokens.slice(index + 1, index + 3);
    return (
      (isOf(token, 'nottoo') && next !== undefined && isOf(next, 'g')) ||
      (isOf(token, 'not', 'except') &&
        next !== undefined &&
        (isTooDark(next) || (isOf(next, 'too', 'zu') && after !== undefined && isOf(after, 'g'))))
    );
  });
  const [denial] = tokens.slice(at, at + 1);
  if (denial === undefined) {
    return tokens;
  }
  const next = tokens[at + 1];
  const length = next !== undefined && isOf(next, 'too', 'zu') ? 3 : 2;
  const parts = tokens.slice(at, at + length);
  const last = parts.at(-1);
  const grade = last === undefined || isTooDark(last) ? 'g:darker' : (last.concepts[0] ?? '');
  const isOwn = tokens.slice(0, at).some(({ concepts }) => concepts.includes(grade));
  return tokens.toSpliced(
    at,
    length,
    mergeTokens(isOwn ? 'amount:0.35' : grade.replace('g:', 'limit:'), ...parts),
  );
}

function isTooDark(token: Token): boolean {
  return isOf(token, 'lowlight') && grammar.excess.test(token.text);
}

/** Reads the effect after “but not” as denied: “darker but not black and white”. Parts and colours stay exceptions. */
export function denyEffect(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at) => {
    const next = tokens.slice(at + 1).find((other) => !isOf(other, 'amount'));
    return grammar.exceptions.test(token.text) &&
      next !== undefined &&
      isOf(next, 'g', ...LOOKS, ...EFFECTS)
      ? { ...token, concepts: ['not'] }
      : token;
  });
}

const EFFECTS =
  'blur vignette rain snow fog halftone tape bokeh smooth sharpen makeup smile border bars'.split(
    ' ',
  );

/** Reads “snow, no blizzard” as a little of it. */
export function limitWeather(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      isOf(token, 'not') &&
      tokens
        .slice(index + 1, index + 2)
        .some((next) => isOf(next, 'snow', 'rain') && valueOf(next, 'amount') === '1'),
  );
  return at < 0
    ? tokens
    : tokens.toSpliced(at, 2, mergeTokens('amount:0.35', ...tokens.slice(at, at + 2)));
}

/**
 * Reads “rain but not too heavy” and “not so strong” within a clause as a small amount. “Not very saturated” is left: it asks for
 * no more of what its adjective says.
 */
export function limitAmount(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      valueOf(token, 'amount') === '1' &&
      tokens[index + 1]?.concepts.some((concept) => kindOf(concept) === 'g') !== true &&
      isLimit(tokens.slice(Math.max(0, index - 2), index)),
  );
  const [strong, before, first] = [tokens[at], tokens[at - 1], tokens[at - 2]];
  if (strong === undefined || before === undefined) {
    return tokens;
  }
  const hasTwo = first !== undefined && isOf(before, 'too', 'zu');
  const parts = hasTwo ? [first, before, strong] : [before, strong];
  const start = at + 1 - parts.length;
  return start === 0
    ? tokens
    : tokens.toSpliced(start, parts.length, mergeTokens('amount:0.35', ...parts));
}

/** Returns whether words deny the degree after them. */
function isLimit(before: readonly Token[]): boolean {
  const [last, first] = [before.at(-1), before.at(-2)];
  // “Vintage without heavy grain” has none.
  const isDenial = (token: Token | undefined): boolean =>
    token !== undefined && isOf(token, 'not', 'except') && !grammar.absences.test(token.text);
  return last !== undefined && isOf(last, 'too', 'zu')
    ? isDenial(first)
    : isDenial(last) || (last !== undefined && isOf(last, 'nottoo'));
}

/** Reads the excluded colour of “warmer but not orange” as a limit of the amount. */
export function limitTone(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(
    (token, index) =>
      isOf(token, 'not', 'nottoo', 'except') &&
      skipDescribed(tokens, index + 1)?.concepts[0]?.startsWith('colour'),
  );
  const limit = tokens[at];
  const colour = skipDescribed(tokens, at + 1);
  const end = colour === undefined ? at : tokens.indexOf(colour);
  const thing = tokens[end + 1];
  const isOfThing = thing !== undefined && isOf(thing, ...PARTS, 'skin', 'object');
  const before = tokens.slice(0, Math.max(0, at));
  const tone = before.findIndex(({ concepts }) =>
    concepts.some(
      (concept) =>
        /^g:(?:warm|cool)er$/.test(concept) ||
        // “whiten them, but not pure white”
        (isWhite(colour) && ['whiten', 'g:brighter'].includes(concept)),
    ),
  );
  // The colour of “warmer with hair not orange” is that of the hair.
  const isOther = before.slice(tone + 1).some((token) => isOf(token, ...PARTS));
  return tone >= 0 && !isOther && !isOfThing && limit !== undefined && colour !== undefined
    ? tokens.toSpliced(at, end + 1 - at, mergeTokens('amount:0.35', ...tokens.slice(at, end + 1)))
    : tokens;
}

function isWhite(token: Token | undefined): boolean {
  return /^colour:(?:light )?white$/.test(token?.concepts[0] ?? '');
}

/** Returns the first word from a place on that is no adjective: “that fake white”. */
function skipDescribed(tokens: readonly Token[], from: number): Token | undefined {
  return tokens.slice(from).find((token) => !isOf(token, 'described'));
}
