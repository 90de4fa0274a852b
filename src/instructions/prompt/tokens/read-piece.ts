/** Reads a word of a prompt, or several with one meaning, by the words of a language. */
import { alternate, grammar } from './grammar.ts';
import {
  beginsGroup,
  correctSpelling,
  countWords,
  findConcepts,
  type Lexicon,
  findTint,
  tintColour,
  writeUmlauts,
} from './lexicon.ts';
import type { Token } from './token.ts';

/** What stands between the sides of a shape in words: “16 by 9”. */
const BY = String.raw`(?:\s(?:${alternate('ratios')})\s|\s?x\s?)`;
/** A shape in words; “2x2” is none. */
export const RATIO = `16${BY}9|9${BY}16|4${BY}[35]|[35]${BY}4|1${BY}1`;

const SHAPE = new RegExp(String.raw`^(?:\d{1,2}\s?:\s?\d{1,2}|${RATIO})$`, 'i');
const STOPS: ReadonlySet<string> = new Set(['.', ';', '!', '?', '\n', '…']);
/** Maximum ratio of the longer to the shorter side that is read as an aspect ratio. */
const FLATTEST = 4;

/** A word, number, colour, mark or caption of a prompt, before its meaning is known. */
export interface Piece {
  readonly text: string;
  readonly word: string;
  readonly quote: string | null;
  /** See `Stretch` of `quotes.ts`. */
  readonly isDoubted?: boolean | undefined;
}

/**
 * Reads the piece at a position with those after it that belong to its meaning. `fallback` as in `tokenisePrompt`.
 */
export function readPiece(
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
  const found = findLongest(pieces, at, lexicon);
  const tinted = found !== null && found.at.length > 1 ? null : findTinted(pieces, at, lexicon);
  const longest = tinted ?? found;
  if (longest !== null) {
    return longest;
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

/** Reads tints and the colour that they change: “deep wine red”; null for other words. */
function findTinted(pieces: readonly Piece[], at: number, lexicon: Lexicon): Token | null {
  const { text, word, quote } = pieces[at] ?? { text: '', word: '', quote: '' };
  const tint = quote === null ? findTint(lexicon, word) : null;
  if (tint === null) {
    return null;
  }
  const next = pieces[at + 1]?.quote === null ? findLongest(pieces, at + 1, lexicon) : null;
  const colour = isColour(next) ? next : findTinted(pieces, at + 1, lexicon);
  return colour === null
    ? null
    : {
        ...colour,
        text: `${text} ${colour.text}`,
        concepts: colour.concepts.map((concept) => tintColour(concept, tint)),
        at: [at, ...colour.at],
      };
}

function isColour(token: Token | null): token is Token {
  return token?.concepts.length === 1 && token.concepts[0]?.startsWith('colour:') === true;
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
  const token = meant === null ? null : readPiece([{ text, word: meant, quote }], 0, lexicon, null);
  return token === null
    ? { text, concepts: [], kind: 'unknown', at: [at] }
    : { ...token, text, at: [at] };
}

/** Concepts without a meaning in a wish; “past” makes a reason of its clause. */
const SILENT: ReadonlySet<string> = new Set(['filler', 'past']);

function findLongest(pieces: readonly Piece[], at: number, lexicon: Lexicon): Token | null {
  const [first = '', second = ''] = [pieces[at]?.word, pieces[at + 1]?.word];
  const most = Math.min(countWords(lexicon, first), pieces.length - at);
  const isGroup = most > 1 && beginsGroup(lexicon, first, second);
  const longest = isGroup ? most : Math.min(most, 2);
  for (let length = longest; length >= 1; length -= 1) {
    // German compounds are one word but are often typed as two.
    const joined = length === 2 && isCompound(first, second, lexicon) ? first + second : null;
    const concepts =
      (length === 1
        ? findConcepts(lexicon, first)
        : isGroup
          ? findConcepts(lexicon, joinWords(pieces, at, length))
          : null) ??
      (joined !== null && isJoinable(lexicon, joined) ? findConcepts(lexicon, joined) : null);
    if (concepts !== null) {
      const group = pieces.slice(at, at + length);
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

function joinWords(pieces: readonly Piece[], at: number, length: number): string {
  return pieces
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(' ');
}

/** Returns whether two words may be joined: “außer dem” is not “außerdem”, and “weiß zu machen” closes nothing. */
function isJoinable({ exact }: Lexicon, joined: string): boolean {
  return exact.has(joined) && !['and', 'close'].includes(exact.get(joined) ?? '');
}

/** “himmel blau” is a sky that should become blue, not the colour `himmelblau`. */
function isCompound(first: string, second: string, lexicon: Lexicon): boolean {
  return (
    lexicon.words.tails !== null &&
    !(
      lexicon.exact.has(first) && findConcepts(lexicon, second)?.[0]?.startsWith('colour:') === true
    )
  );
}

function readNumber(word: string): string | null {
  if (!/^#|\d/.test(word)) {
    return null;
  }
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
