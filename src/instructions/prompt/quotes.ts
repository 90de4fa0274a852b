/** A stretch of a prompt: outside of quotation marks, or the words between a pair of them. */
export interface Stretch {
  readonly text: string;
  /** What stands between the marks; null outside of them. */
  readonly quote: string | null;
}

const DOUBLE: ReadonlySet<string> = new Set('"“”„«»');
const SINGLE: ReadonlySet<string> = new Set("'‘’‚");
const APOSTROPHES: ReadonlySet<string> = new Set("'’");
/** What an apostrophe begins: the ’90s, rock ’n’ roll. */
const SHORTENED = /(?:\d{1,4}s|n|em|til|tis|twas|cause)(?![\p{L}\p{N}])/iuy;
const LETTER = /[\p{L}\p{N}]/u;

/** The stretches of a prompt in order; together they are the prompt. An empty pair of marks has the quote ''. */
export function splitQuotes(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const end = findEnd(text, at);
    if (end === null) {
      continue;
    }
    if (at > start) {
      stretches.push({ text: text.slice(start, at), quote: null });
    }
    stretches.push({ text: text.slice(at, end + 1), quote: text.slice(at + 1, end) });
    start = end + 1;
    at = end;
  }
  if (start < text.length) {
    stretches.push({ text: text.slice(start), quote: null });
  }
  return stretches;
}

/** Where the quote that begins at `at` has its closing mark; null when none begins there. */
function findEnd(text: string, at: number): number | null {
  const mark = text.charAt(at);
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
 * Single marks are apostrophes, too. What follows `s’` is mostly the end of a quote and may be a possessive (“my friends’ faces”): such a mark
 * ends a quote only when no other one does, and then nothing was listed in it.
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

/** Whether the mark at a place is part of a word, or of words that are shortened. */
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
  SHORTENED.lastIndex = at;
  return SHORTENED.test(text);
}

function isLetter(text: string, at: number): boolean {
  return LETTER.test(text.charAt(at));
}
