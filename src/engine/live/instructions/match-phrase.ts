import type { PhraseValues } from './instructions.ts';
import { isQuiet, readAmount, readColour } from './words.ts';

/** A phrase as parts that have to come one after the other; see `Instruction.phrases`. */
export type Phrase = readonly PhrasePart[];

interface PhrasePart {
  readonly slot: 'colour' | 'amount' | null;
  /** Words that mean the same; none for a slot. */
  readonly words: ReadonlySet<string>;
  readonly isOptional: boolean;
}

/** Where a phrase was found: it begins where it was looked for. */
export interface PhraseMatch {
  readonly length: number;
  readonly values: PhraseValues;
}

/** Reads a phrase of the list. */
export function readPhrase(text: string): Phrase {
  return text.split(' ').map((part) => {
    const isOptional = part.endsWith('?');
    const plain = isOptional ? part.slice(0, -1) : part;
    const slot = plain === '{colour}' ? 'colour' : plain === '{amount}' ? 'amount' : null;
    return { slot, isOptional, words: new Set(slot === null ? plain.split('|') : []) };
  });
}

const noValues: PhraseValues = { amount: null, colour: [0, 0, 0] };

/** The longest way a phrase begins at a word; words that say nothing may stand within it. */
export function matchPhrase(
  phrase: Phrase,
  words: readonly string[],
  at: number,
): PhraseMatch | null {
  const end = matchFrom(phrase, 0, words, {
    at,
    matchedEnd: null,
    values: noValues,
  });
  return end === null || end.matchedEnd === null
    ? null
    : { length: end.matchedEnd - at, values: end.values };
}

interface Cursor {
  /** The next word. */
  readonly at: number;
  /** Behind the last word that belongs to the phrase; null before the first. */
  readonly matchedEnd: number | null;
  readonly values: PhraseValues;
}

function matchFrom(
  phrase: Phrase,
  index: number,
  words: readonly string[],
  cursor: Cursor,
): Cursor | null {
  const part = phrase[index];
  if (part === undefined) {
    return cursor;
  }
  const matched = matchPart(part, words, cursor);
  let best = matched === null ? null : matchFrom(phrase, index + 1, words, matched);
  if (part.isOptional) {
    best = longer(best, matchFrom(phrase, index + 1, words, cursor));
  }
  const word = words[cursor.at];
  if (cursor.matchedEnd !== null && word !== undefined && isQuiet(word) && matched === null) {
    best = longer(best, matchFrom(phrase, index, words, { ...cursor, at: cursor.at + 1 }));
  }
  return best;
}

function matchPart(
  { slot, words: accepted }: PhrasePart,
  words: readonly string[],
  { at, values }: Cursor,
): Cursor | null {
  if (slot === 'colour') {
    const colour = readColour(words, at);
    return colour === null ? null : behind(at + colour.length, { ...values, colour: colour.value });
  }
  if (slot === 'amount') {
    const amount = readAmount(words, at);
    return amount === null ? null : behind(at + amount.length, { ...values, amount: amount.value });
  }
  const word = words[at];
  return word !== undefined && accepted.has(word) ? behind(at + 1, values) : null;
}

function behind(at: number, values: PhraseValues): Cursor {
  return { at, matchedEnd: at, values };
}

function longer(a: Cursor | null, b: Cursor | null): Cursor | null {
  return a === null || (b !== null && (b.matchedEnd ?? 0) > (a.matchedEnd ?? 0)) ? b : a;
}
