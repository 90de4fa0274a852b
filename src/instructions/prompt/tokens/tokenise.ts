import { dropAttributes } from './attributes.ts';
import { alternate, grammar } from './grammar.ts';
import {
  correctSpelling,
  countWords,
  findConcepts,
  type Lexicon,
  normaliseWord,
  spellOut,
  tintColour,
  writeUmlauts,
} from './lexicon.ts';
import { splitQuotes, type Stretch } from './quotes.ts';
import { isOf, kindOf, type Token } from './token.ts';

/** What stands between the sides of a shape in words: “16 by 9”. */
const BY = String.raw`(?:\s(?:${alternate('ratios')})\s|\s?x\s?)`;
/** A shape in words; “2x2” is none. */
const RATIO = `16${BY}9|9${BY}16|4${BY}[35]|[35]${BY}4|1${BY}1`;

/** Matches the first colour, image reference, amount, shape, word or mark. */
const PIECE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_])|#[0-9a-f]{6}(?![0-9a-z])|#\d|(?<![\p{L}\p{N}])[+\-−]\d[.,]\d{1,2}(?![\d\p{L}])|(?<![\p{L}\p{N}])(?:[+\-−]|(?:plus|minus)\s)\d{1,3}(?![\d:\p{L}])(?:\s?(?:%|${alternate('percent')}))?|\d{1,3}\s?(?:%|${alternate('percent')})|\d{1,2}\s?:\s?\d{1,2}|(?<!\d)(?:${RATIO})(?![\d\p{L}])|[\p{L}\p{N}&]+(?:['’\u0060´]\p{L}+)*|[.,;:!?()\n—–…/]|\p{Extended_Pictographic}`,
  'giu',
);

const SHAPE = new RegExp(String.raw`^(?:\d{1,2}\s?:\s?\d{1,2}|${RATIO})$`, 'i');
const STOPS: ReadonlySet<string> = new Set(['.', ';', '!', '?', '\n', '…']);
/** Maximum ratio of the longer to the shorter side that is read as an aspect ratio. */
const FLATTEST = 4;

interface Piece {
  readonly text: string;
  readonly word: string;
  readonly quote: string | null;
  /** See {@link Stretch}. */
  readonly isDoubted?: boolean | undefined;
}

/**
 * Splits a prompt into tokens with their concepts in a language; a group of words with one meaning is one token.
 * `fallback` is a second language to search once the first is known; null before that.
 */
export function tokenisePrompt(
  prompt: string,
  lexicon: Lexicon,
  fallback: Lexicon | 'none' | null,
): Token[] {
  const text = divideLists(prompt.normalize('NFC').replaceAll(/\b([bs])\/w\b/giu, '$1w'));
  const pieces = splitQuotes(text)
    .flatMap((stretch, _, all) => openQuote(stretch, all, lexicon))
    .flatMap(({ text: part, quote, isDoubted }): Piece[] =>
      (quote === null ? (part.match(PIECE) ?? []) : [part]).map((piece) => ({
        text: piece,
        word: correctWord(spellOut(lexicon, normaliseWord(piece)), lexicon, fallback),
        quote,
        isDoubted,
      })),
    );
  const tokens: Token[] = [];
  for (let at = 0; at < pieces.length;) {
    const token = readAt(pieces, at, lexicon, fallback);
    tokens.push(token);
    at += token.at.length;
  }
  const purposes = fallback === null ? new Set<Token>() : findPurposes(tokens);
  return dropAttributes(tokens).map((token, index): Token =>
    isAlso(token, tokens[index + 1]) || isInward(tokens, index) || purposes.has(token)
      ? { ...token, concepts: [], kind: 'filler' }
      : isUs(tokens, index)
        ? { ...token, concepts: ['person'], kind: 'known' }
        : isAdjective(tokens, index)
          ? { ...token, concepts: ['described'] }
          : token,
  );
}

/** Marks the items of “1. smooth skin 2. whiten teeth” and “warmer + sharper” as clauses. */
function divideLists(text: string): string {
  const items = /^\s{0,9}1[.)]\s/u.test(text)
    ? text.replaceAll(/(^|\s)\d[.)](?=\s)/gu, '$1;')
    : text;
  return items.replaceAll(/\s\+\s(?=\p{L})/gu, ' & ');
}

/**
 * “Mach uns etwas dunkler” and “ich heller, …” are about people; elsewhere “uns” means for whom, and “ich” who asks.
 */
function isUs(tokens: readonly Token[], index: number): boolean {
  const { text = '' } = tokens[index] ?? {};
  if (isSomewhere(tokens, index) || wishesToBe(tokens, index)) {
    return true;
  }
  const isObject = grammar.objectUs.test(text);
  if (!isObject && !grammar.firstPerson.test(text)) {
    return false;
  }
  const start = tokens.findIndex(
    (token, at) => at > index && !isOf(token, 'amount') && !grammar.models.test(token.text),
  );
  const [next, after] = start < 0 ? [] : tokens.slice(start, start + 2);
  const isEnd = after === undefined || after.kind === 'pause' || after.kind === 'stop';
  return (
    (isObject || isEnd) &&
    next !== undefined &&
    // “Ich als Comic”
    (isOf(next, 'cartoon', 'anime', 'pencil', 'oil', 'watercolour') ||
      (isOf(next, 'g') && grammar.comparatives.test(next.text)) ||
      // “Ich unscharf, der Hintergrund scharf”
      (!isObject && isOf(next, 'blur', 'sharpen', 'mono', 'splash')) ||
      (isObject && tokens.slice(start, start + 4).some((token) => isOf(token, 'place', 'infront'))))
  );
}

/** Returns whether a word is who an image is to show at a place: “make it look like I’m in space”. */
function isSomewhere(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 2), index);
  const { text = '', kind } = tokens[index] ?? {};
  return (
    kind === 'filler' &&
    (grammar.personalPronouns.test(text) || grammar.firstPerson.test(text)) &&
    before.some(
      (token) => grammar.models.test(token.text) || grammar.conditions.test(token.text),
    ) &&
    tokens.slice(index + 1, index + 4).some((token) => isOf(token, 'place'))
  );
}

/** Returns whether a word is who would like to be at a place: “I’d love to be on a beach”, “ich wär gern am Meer”. */
function wishesToBe(tokens: readonly Token[], index: number): boolean {
  const { text = '', kind } = tokens[index] ?? {};
  const [first = ''] = text.split(' ');
  if (kind !== 'filler' || !grammar.wishingPeople.test(first)) {
    return false;
  }
  const start = tokens.findLastIndex(
    (token, at) => at < index && (token.kind === 'pause' || token.kind === 'stop'),
  );
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex(({ kind: other }) => other === 'pause' || other === 'stop');
  const clause = end < 0 ? rest : rest.slice(0, end);
  return (
    clause.some((token) => token.text.split(' ').some((word) => grammar.longing.test(word))) &&
    clause.some((token) => isOf(token, 'place')) &&
    clause.every(
      (token) =>
        token.kind === 'filler' ||
        token.kind === 'verb' ||
        isOf(token, 'place', 'to', 'past', 'described', 'picture'),
    )
  );
}

/** Concepts that an unknown word before them describes; before people it would name one of them. */
const DESCRIBED =
  'background skin teeth clothes hair lips colourword cinematic vintage golden bokeh vignette studio'.split(
    ' ',
  );

/**
 * Returns whether an unknown word only describes the known one after it: “my messy room”, “a premium cinematic look”.
 * Names and possessives do not: “Annas Haare”.
 */
function isAdjective(tokens: readonly Token[], index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  return (
    token?.kind === 'unknown' &&
    before !== undefined &&
    next !== undefined &&
    grammar.determiners.test(before.text) &&
    next.at.length === 1 &&
    isOf(next, ...DESCRIBED) &&
    !/^\p{Lu}|['’`´]s$|[^su]s$/u.test(token.text) &&
    !grammar.distinguishingAdjectives.test(token.text)
  );
}

/** Returns whether a word may be what something is for: “for my shop”, “für abends”, not “for golden hour”. */
function isOccasion(token: Token): boolean {
  return (
    token.kind === 'unknown' || (isOf(token, 'golden', 'night', 'day') && token.at.length === 1)
  );
}

/** Returns whether a word is a person for whom something may be: “an oil painting for my dad”. */
function isRelative(token: Token | undefined): token is Token {
  return (
    token !== undefined &&
    isOf(token, 'person') &&
    token.concepts.length === 1 &&
    token.at.length === 1
  );
}

/** Finds what something is for: “for our christmas card”, “für den Shop”. */
function findPurposes(tokens: readonly Token[]): ReadonlySet<Token> {
  const purposes = new Set<Token>();
  const isEnd = (token: Token | undefined): boolean =>
    token === undefined ||
    token.kind === 'pause' ||
    token.kind === 'stop' ||
    isOf(token, 'and', 'because');
  for (const [at, { text }] of tokens.entries()) {
    if (!grammar.purposePrepositions.test(text)) {
      continue;
    }
    const end = tokens.findIndex((token, index) => index > at && isEnd(token));
    const said = tokens
      .slice(at + 1, end < 0 ? tokens.length : end)
      .filter(({ kind }) => kind !== 'filler');
    const start = tokens.findLastIndex((token, index) => index < at && isEnd(token));
    const isSwap = tokens.slice(start + 1, at).some((token) => isOf(token, 'replace', 'swap'));
    // “Put for sale on it” names what is to be put there.
    const isPut =
      tokens[at - 1]?.kind === 'verb' &&
      tokens.slice(at + 1, end < 0 ? tokens.length : end).every(({ kind }) => kind !== 'known');
    if (!isSwap && !isPut && said.length <= 3 && said.every(isOccasion)) {
      said.forEach((token) => purposes.add(token));
    }
    const [first, second] = tokens.slice(at + 1, at + 3);
    if (grammar.determiners.test(text.split(' ').at(-1) ?? '') && isRelative(first)) {
      // “For my dad”, of which the first two words may be one token.
      (isEnd(second) ? [first] : []).forEach((token) => purposes.add(token));
    }
    if (first?.kind === 'known' && isOccasion(first)) {
      // “Für abends etwas wärmer”
      purposes.add(first);
    }
    if (
      !isSwap &&
      first !== undefined &&
      grammar.determiners.test(first.text) &&
      (second?.kind === 'unknown' || (isRelative(second) && isEnd(tokens[at + 3])))
    ) {
      purposes.add(second);
    }
  }
  return purposes;
}

/** Corrects a misspelt word before groups are searched (“blakc and white”); only once the language is known. */
function correctWord(word: string, lexicon: Lexicon, fallback: Lexicon | 'none' | null): string {
  const isKnown =
    fallback === null ||
    lexicon.vocabulary.has(word) ||
    !/^\p{L}+$/u.test(word) ||
    (fallback !== 'none' && fallback.exact.has(word)) ||
    findConcepts(lexicon, word) !== null;
  return isKnown ? word : (correctSpelling(lexicon, word) ?? word);
}

/**
 * Removes the marks around words that are meant, not written: “give it a "film noir" look”. Words beside which a quote
 * is a caption keep it, and so do unknown words.
 */
function openQuote(
  stretch: Stretch,
  all: readonly Stretch[],
  lexicon: Lexicon,
): readonly Stretch[] {
  const { text, quote } = stretch;
  if (quote === null || stretch.isDoubted !== undefined) {
    return [stretch];
  }
  const said = all
    .filter((other) => other.quote === null)
    .flatMap((other) => other.text.match(PIECE) ?? []);
  const next = all[all.indexOf(stretch) + 1]?.text.trim() ?? '';
  // “"Hi all" in yellow” has a look, ““warmer” colours” none.
  const isPlaced = /^\p{Lu}/u.test(quote) && grammar.paths.test(next);
  const isWritten = said.some((word) =>
    (findConcepts(lexicon, normaliseWord(word)) ?? []).some((concept) =>
      BESIDE_CAPTIONS.has(kindOf(concept)),
    ),
  );
  const words = (quote.match(PIECE) ?? []).map((word) => spellOut(lexicon, normaliseWord(word)));
  const isMeant =
    words.some((word) => findConcepts(lexicon, word) !== null) &&
    words.every(
      (word) =>
        findConcepts(lexicon, word) !== null ||
        lexicon.fillers.has(word) ||
        lexicon.verbs.has(word),
    );
  return isWritten || isPlaced || !isMeant
    ? [stretch]
    : [{ text: ` ${text.slice(1, -1)} `, quote: null }];
}

const BESIDE_CAPTIONS: ReadonlySet<string> = new Set(
  'text add side infront edges object clothes'.split(' '),
);

/** “Nebel rein”, “unten rein”: part of a separable verb; “die Haut rein” is clear skin. */
function isInward(tokens: readonly Token[], index: number): boolean {
  if (!grammar.inwardParticles.test(tokens[index]?.text ?? '')) {
    return false;
  }
  const isEnd = (token: Token): boolean => token.kind === 'pause' || token.kind === 'stop';
  const start = tokens.findLastIndex((token, at) => at < index && isEnd(token));
  return !tokens.slice(start + 1, index).some((token) => isOf(token, 'skin', 'face', 'person'));
}

/**
 * Returns whether a word such as “too” or “instead” ends its clause without a meaning: “a vignette too”, “sepia
 * instead”.
 */
function isAlso({ text }: Token, next: Token | undefined): boolean {
  return (
    grammar.closingAdverbs.test(text) &&
    (next === undefined || next.kind === 'pause' || next.kind === 'stop' || isOf(next, 'and'))
  );
}

function readAt(
  pieces: readonly Piece[],
  at: number,
  lexicon: Lexicon,
  fallback: Lexicon | 'none' | null,
): Token {
  const { text, word, quote, isDoubted } = pieces[at] ?? { text: '', word: '', quote: null };
  const one = (kind: Token['kind'], ...concepts: string[]): Token => ({
    text,
    concepts,
    kind,
    at: [at],
  });
  if (quote !== null) {
    return quote.trim() === ''
      ? one('filler')
      : one('known', isDoubted === true ? 'text' : `quote:${quote.trim()}`);
  }
  if (text === '@') {
    return one('known', 'nick');
  }
  if (!/[\p{L}\p{N}&]/u.test(word)) {
    return one(STOPS.has(text) ? 'stop' : 'pause');
  }
  const value = readNumber(word);
  if (value !== null) {
    return one('known', value);
  }
  const tint = lexicon.tints.get(word);
  const tinted = tint === undefined ? null : findConcepts(lexicon, pieces[at + 1]?.word ?? '');
  if (tint !== undefined && tinted?.length === 1 && tinted[0]?.startsWith('colour:')) {
    const both = `${text} ${pieces[at + 1]?.text ?? ''}`;
    return {
      text: both,
      concepts: [tintColour(tinted[0], tint)],
      kind: 'known',
      at: [at, at + 1],
    };
  }
  const found = findLongest(pieces, at, lexicon);
  if (found !== null) {
    return found;
  }
  const spelt = writeUmlauts(lexicon, word) ?? word;
  if (lexicon.fillers.has(word) || lexicon.fillers.has(spelt)) {
    return one('filler');
  }
  if (lexicon.verbs.has(word) || lexicon.verbs.has(spelt)) {
    return one('verb');
  }
  if (/^\d{1,4}$/.test(word)) {
    return one('known', 'number');
  }
  // Prompts mix languages: “mach den Background blurry”.
  const foreign =
    word.length < 4 || fallback === null || fallback === 'none'
      ? null
      : (fallback.exact.get(word) ?? null);
  return foreign === null ? readMisspelt(pieces, at, lexicon, fallback) : one('known', foreign);
}

/** Reads a misspelt word where its correction is unambiguous; only once the language is known. */
function readMisspelt(
  pieces: readonly Piece[],
  at: number,
  lexicon: Lexicon,
  fallback: Lexicon | 'none' | null,
): Token {
  const { text, word, quote } = pieces[at] ?? { text: '', word: '', quote: null };
  const meant = fallback === null ? null : correctSpelling(lexicon, word);
  const token = meant === null ? null : readAt([{ text, word: meant, quote }], 0, lexicon, null);
  return token === null
    ? { text, concepts: [], kind: 'unknown', at: [at] }
    : { ...token, text, at: [at] };
}

/** Concepts without a meaning in a wish; “past” makes a reason of its clause. */
const SILENT: ReadonlySet<string> = new Set(['filler', 'past']);

function findLongest(pieces: readonly Piece[], at: number, lexicon: Lexicon): Token | null {
  const longest = Math.min(countWords(lexicon, pieces[at]?.word ?? ''), pieces.length - at);
  for (let length = longest; length >= 1; length -= 1) {
    const group = pieces.slice(at, at + length);
    const words = group.map(({ word }) => word);
    // German compounds are one word but are often typed as two.
    const joined = length === 2 && isCompound(words, lexicon) ? words.join('') : null;
    const concepts =
      findConcepts(lexicon, words.join(' ')) ??
      (joined !== null && isJoinable(lexicon, joined) ? findConcepts(lexicon, joined) : null);
    if (concepts !== null) {
      const isFiller = concepts.every((concept) => SILENT.has(concept));
      return {
        text: group.map(({ text }) => text).join(' '),
        concepts: concepts.filter((concept) => concept !== 'filler'),
        kind: isFiller ? 'filler' : 'known',
        at: group.map((_, index) => at + index),
      };
    }
  }
  return null;
}

/** Returns whether two words may be joined: “außer dem” is not “außerdem”, and “weiß zu machen” closes nothing. */
function isJoinable({ exact }: Lexicon, joined: string): boolean {
  return exact.has(joined) && !['and', 'close'].includes(exact.get(joined) ?? '');
}

/** “himmel blau” is a sky that should become blue, not the colour `himmelblau`. */
function isCompound([first = '', second = '']: readonly string[], lexicon: Lexicon): boolean {
  return (
    lexicon.words.tails !== null &&
    !(
      lexicon.exact.has(first) && findConcepts(lexicon, second)?.[0]?.startsWith('colour:') === true
    )
  );
}

function readNumber(word: string): string | null {
  if (/^#[0-9a-f]{6}$/.test(word)) {
    return `colour:${word}`;
  }
  const signed = /^([+\-−]|plus\s|minus\s)(\d{1,3})(?![.,])/.exec(word);
  if (signed !== null) {
    return `signed:${/^[+p]/.test(signed[1] ?? '') ? '' : '-'}${signed[2]}`;
  }
  const stops = /^([+\-−])(\d)[.,](\d{1,2})$/.exec(word);
  if (stops !== null) {
    return `stops:${stops[1] === '+' ? '' : '-'}${stops[2]}.${stops[3]}`;
  }
  const percent = grammar.percentage.exec(word);
  if (percent !== null) {
    return `amount:${Math.min(1, Number(percent[1]) / 100)}`;
  }
  const shape = SHAPE.test(word) ? /^(\d+)\D+(\d+)$/.exec(word) : null;
  const ratio = shape === null ? 0 : Number(shape[1]) / Number(shape[2]);
  return ratio >= 1 / FLATTEST && ratio <= FLATTEST
    ? `aspect:${Number(shape?.[1])}/${Number(shape?.[2])}`
    : null;
}
