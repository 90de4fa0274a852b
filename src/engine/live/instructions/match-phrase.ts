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
  const end = matchFrom(phrase, 0, words, at, noValues);
  return end === null ? null : { length: end.at - at, values: end.values };
}

interface End {
  readonly at: number;
  readonly values: PhraseValues;
}

function matchFrom(
  phrase: Phrase,
  index: number,
  words: readonly string[],
  at: number,
  values: PhraseValues,
): End | null {
  const part = phrase[index];
  if (part === undefined) {
    return { at, values };
  }
  const taken = takePart(part, words, at, values);
  let best = taken === null ? null : matchFrom(phrase, index + 1, words, taken.at, taken.values);
  if (part.isOptional) {
    best = longer(best, matchFrom(phrase, index + 1, words, at, values));
  }
  const word = words[at];
  if (index > 0 && word !== undefined && isQuiet(word) && taken === null) {
    best = longer(best, matchFrom(phrase, index, words, at + 1, values));
  }
  return best;
}

function takePart(
  { slot, words: accepted }: PhrasePart,
  words: readonly string[],
  at: number,
  values: PhraseValues,
): End | null {
  if (slot === 'colour') {
    const colour = readColour(words, at);
    return colour === null
      ? null
      : { at: at + colour.length, values: { ...values, colour: colour.value } };
  }
  if (slot === 'amount') {
    const amount = readAmount(words, at);
    return amount === null
      ? null
      : { at: at + amount.length, values: { ...values, amount: amount.value } };
  }
  const word = words[at];
  return word !== undefined && accepted.has(word) ? { at: at + 1, values } : null;
}

function longer(a: End | null, b: End | null): End | null {
  return a === null || (b !== null && b.at > a.at) ? b : a;
}
