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
    takenTo: null,
    values: noValues,
  });
  return end === null || end.takenTo === null
    ? null
    : { length: end.takenTo - at, values: end.values };
}

interface Place {
  /** The next word. */
  readonly at: number;
  /** Behind the last word that belongs to the phrase; null before the first. */
  readonly takenTo: number | null;
  readonly values: PhraseValues;
}

function matchFrom(
  phrase: Phrase,
  index: number,
  words: readonly string[],
  place: Place,
): Place | null {
  const part = phrase[index];
  if (part === undefined) {
    return place;
  }
  const taken = takePart(part, words, place);
  let best = taken === null ? null : matchFrom(phrase, index + 1, words, taken);
  if (part.isOptional) {
    best = longer(best, matchFrom(phrase, index + 1, words, place));
  }
  const word = words[place.at];
  if (place.takenTo !== null && word !== undefined && isQuiet(word) && taken === null) {
    best = longer(best, matchFrom(phrase, index, words, { ...place, at: place.at + 1 }));
  }
  return best;
}

function takePart(
  { slot, words: accepted }: PhrasePart,
  words: readonly string[],
  { at, values }: Place,
): Place | null {
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

function behind(at: number, values: PhraseValues): Place {
  return { at, takenTo: at, values };
}

function longer(a: Place | null, b: Place | null): Place | null {
  return a === null || (b !== null && (b.takenTo ?? 0) > (a.takenTo ?? 0)) ? b : a;
}
