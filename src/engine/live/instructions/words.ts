/** The words of instructions: how they are told apart, and the kinds of them that several instructions share. */
import { type ColourValue, mixTint, namedColours } from '../../../instructions/colours.ts';

/** Colours by their names; red, green and blue of 0..255. */
export const colours: Readonly<Record<string, ColourValue>> = Object.fromEntries(
  (
    [
      'black',
      'white',
      'grey',
      'silver',
      'red',
      'orange',
      'yellow',
      'gold',
      'beige',
      'brown',
      'green',
      'lime',
      'olive',
      'teal',
      'turquoise',
      'cyan',
      'blue',
      'navy',
      'purple',
      'violet',
      'magenta',
      'pink',
    ] as const
  ).map((name) => [name, namedColours[name]]),
);

/** Other spellings. */
const spellings: Readonly<Record<string, string>> = { gray: 'grey', aqua: 'cyan', lilac: 'violet' };

/** What makes a colour another one: how far it goes towards black or white. */
const tints: Readonly<Record<string, number>> = {
  dark: -0.45,
  deep: -0.35,
  light: 0.45,
  pale: 0.6,
  bright: 0.2,
};

/** How much of something is wanted, 0..1. */
const amounts: Readonly<Record<string, number>> = {
  slightly: 0.35,
  lightly: 0.35,
  gently: 0.35,
  subtly: 0.35,
  subtle: 0.35,
  little: 0.35,
  bit: 0.35,
  somewhat: 0.5,
  half: 0.5,
  strongly: 1,
  strong: 1,
  heavily: 1,
  heavy: 1,
  very: 1,
  much: 1,
  extra: 1,
  fully: 1,
};

/** Words that turn the instruction after them round. */
const negations = new Set(['no', 'not', 'dont', 'never', 'without']);

/** Words of politeness and grammar. */
const fillers = new Set(
  `a about also am an and are as at be by can could feel for from front get give have i id im in
  has having into is it its lets like look looking looks made make makes me my of on or our please put should
  so than that the them then there this to us use using want wants we wear wearing wears who will with would you your`.split(
    /\s+/,
  ),
);

/** Words for what is done anyway: they may stand in an instruction, and need not. */
const quiet = new Set(
  `apply change character convert everything face footage frame image just keep mode person play playing
  
  photo picture portrait reference render replace scene self set show stream streamer subject substitute
  swap swapped transform turn user video`.split(/\s+/),
);

/** The words of a part of an instruction that say something, in small letters. */
export function tokenise(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/(\d)\s*%/g, '$1 percent ');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => own(spellings, word) ?? word)
    .filter((word) => !fillers.has(word));
}

/** Whether a word says nothing by itself. */
export function isQuiet(word: string): boolean {
  return quiet.has(word);
}

/** Whether a word turns round what comes after it. */
export function isNegation(word: string): boolean {
  return negations.has(word);
}

/** A value that begins at a word, and how many words it takes. */
export interface PhraseSlot<T> {
  readonly value: T;
  readonly length: number;
}

/** A colour, with or without a tint. */
export function readColour(words: readonly string[], at: number): PhraseSlot<ColourValue> | null {
  const tint = own(tints, words[at]);
  const colour = own(colours, words[tint === undefined ? at : at + 1]);
  if (colour === undefined) {
    return null;
  }
  return tint === undefined
    ? { value: colour, length: 1 }
    : { value: mixTint(colour, tint), length: 2 };
}

/** A word or a percentage for an amount. */
export function readAmount(words: readonly string[], at: number): PhraseSlot<number> | null {
  const amount = own(amounts, words[at]);
  if (amount !== undefined) {
    return { value: amount, length: 1 };
  }
  const word = words[at] ?? '';
  if (!/^\d{1,3}$/.test(word) || words[at + 1] !== 'percent') {
    return null;
  }
  return { value: Math.min(1, Number(word) / 100), length: 2 };
}

function own<T>(table: Readonly<Record<string, T>>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
