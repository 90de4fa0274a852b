import { grammar } from './grammar.ts';

/** A section of a prompt: text outside quotation marks, or the words between a pair of them. */
export interface Stretch {
  readonly text: string;
  /** Text between the marks; null outside them. */
  readonly quote: string | null;
  /** True for a caption without marks of which it is not certain which words are meant. */
  readonly isDoubted?: boolean;
}

/** Private character that begins a found caption. */
export const QUOTED = '\uE000';
/** Private character that begins a doubtful caption. */
export const DOUBTED = '\uE001';
/** Private character that ends a found or doubtful caption. */
export const UNQUOTED = '\uE002';

const DOUBLE: ReadonlySet<string> = new Set('"“”„«»');
const SINGLE: ReadonlySet<string> = new Set("'‘’‚");
/** All characters that may begin a quote. */
const MARKS: ReadonlySet<string> = new Set([QUOTED, DOUBTED, ...DOUBLE, ...SINGLE]);
const APOSTROPHES: ReadonlySet<string> = new Set("'’");
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Splits a prompt into its sections in order; joined they equal the prompt. An empty pair of marks has the quote ''.
 */
export function splitQuotes(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const end = MARKS.has(text.charAt(at)) ? findEnd(text, at) : null;
    if (end === null) {
      continue;
    }
    if (at > start) {
      stretches.push({ text: text.slice(start, at), quote: null });
    }
    const quote = text.slice(at + 1, end);
    stretches.push(
      text[end] === UNQUOTED
        ? { text: quote, quote, isDoubted: text[at] === DOUBTED }
        : { text: text.slice(at, end + 1), quote },
    );
    start = end + 1;
    at = end;
  }
  if (start < text.length) {
    stretches.push({ text: text.slice(start), quote: null });
  }
  return stretches;
}

/** Finds the closing mark of the quote that begins at `at`; null when none begins there. */
function findEnd(text: string, at: number): number | null {
  const mark = text.charAt(at);
  if (mark === QUOTED || mark === DOUBTED) {
    return text.indexOf(UNQUOTED, at);
  }
  if (DOUBLE.has(mark)) {
    for (let end = at + 1; end < text.length; end += 1) {
      if (DOUBLE.has(text.charAt(end))) {
        return end;
      }
    }
    return null;
  }
  if (mark === '’' || !SINGLE.has(mark) || isLetter(text, at - 1) || isShortened(text, at + 1)) {
    return null;
  }
  return findSingleEnd(text, at);
}

/**
 * Finds the closing single mark. Single marks are apostrophes, too: the mark of `s’` usually ends a quote but may be a
 * possessive (“my friends’ faces”), so it ends a quote only when no other mark does and the quote contains no list.
 */
function findSingleEnd(text: string, start: number): number | null {
  let possessive: number | null = null;
  let isList = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    const mark = text.charAt(at);
    isList ||= mark === ',' || mark === '.' || mark === ';';
    if (isList && possessive !== null) {
      break;
    }
    if (!SINGLE.has(mark) || isApostrophe(text, at)) {
      continue;
    }
    const isEnd = at > start + 1 && mark !== '‚' && !isLetter(text, at + 1);
    if (!isEnd || !isPossessive(text, at)) {
      return isEnd ? at : possessive;
    }
    if (isList) {
      break;
    }
    possessive ??= at;
  }
  return possessive;
}

/** Returns whether the mark at an index belongs to a word or an abbreviation. */
function isApostrophe(text: string, at: number): boolean {
  return (
    APOSTROPHES.has(text.charAt(at)) &&
    ((isLetter(text, at - 1) && isLetter(text, at + 1)) ||
      isShortened(text, at + 1) ||
      (/['’]n/i.test(text.slice(at - 2, at)) && text[at + 1] === ' '))
  );
}

function isPossessive(text: string, at: number): boolean {
  return (
    APOSTROPHES.has(text.charAt(at)) &&
    text[at - 1]?.toLowerCase() === 's' &&
    text[at + 1] === ' ' &&
    isLetter(text, at + 2)
  );
}

function isShortened(text: string, at: number): boolean {
  grammar.shortened.lastIndex = at;
  return grammar.shortened.test(text);
}

function isLetter(text: string, at: number): boolean {
  return LETTER.test(text.charAt(at));
}
