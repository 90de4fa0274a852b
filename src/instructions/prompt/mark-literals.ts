/**
 * Finds words that can only be meant literally and puts private marks around them: a run of capitals (“put BRB 5 MIN in the
 * middle”), a handle, a hashtag or an address (“@kira at the bottom right”).
 */
import { EFFECTS, isChanged, PLACES, type Read, SEPARATOR } from './caption-clauses.ts';
import { alternate, grammar } from './grammar.ts';
import { QUOTED, UNQUOTED } from './quotes.ts';
import { isNegation, isOf, type Token } from './token.ts';

const CAPITALS = String.raw`\p{Lu}[\p{Lu}\p{N}'’]+`;
const SHORT = String.raw`(?:\p{Lu}|\p{N}+[€$£%]?|[&+])`;
/** A word in capitals, with the capitals and numbers beside it. */
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@#])(?:${SHORT} ){0,2}${CAPITALS}(?: (?:${CAPITALS}|${SHORT})){0,12}(?![\p{L}\p{N}_-])[!?…]{0,3}`,
  'gu',
);
const COLOUR = String.raw`#[\da-f]{3}(?:[\da-f]{3})?(?![\p{L}\p{N}_])`;
/** A handle, a hashtag, a player's name such as “xX_mokka_Xx”, or the address of a site. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.@])(?!${COLOUR})(?:[@#][\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|www(?:\.[\p{L}\p{N}-]+)+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:de|com|tv|net|org|at|ch|gg)(?:/[\w-]+)*)(?![\p{L}\p{N}_@])`,
  'giu',
);
const NOUN = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('captionVerbs', 'captionNouns', 'captionWords', 'captionNames', 'captionEnds')})(?!\p{L})`,
  'iu',
);
const LOOKS = [...PLACES, 'colour', 'bigger', 'smaller', 'outline', 'font', 'text', 'picture'];
/** Concepts of words that are in capitals for their stress: “ONLY THE HAIR”. */
const STRESSED = 'person face hair skin eyes lips brows teeth only except'.split(' ');
const ARTICLE = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('articles', 'definites', 'determiners')})\s$`,
  'iu',
);

/** Returns whether a prompt has words that may be meant literally. */
export function hasLiterals(prompt: string): boolean {
  return prompt.search(NAME) >= 0 || (prompt.search(RUN) >= 0 && /\p{Ll}{2}/u.test(prompt));
}

/** Marks the literal words of a sentence that says that or where they stand; null where it has none, or several. */
export function markLiterals(sentence: string, read: Read): string | null {
  const names = [...sentence.matchAll(NAME)];
  const isNamed = names.length > 0;
  const [found, ...more] =
    isNamed || !/\p{Ll}{2}/u.test(sentence) ? names : [...sentence.matchAll(RUN)];
  if (found === undefined || more.length > 0) {
    return null;
  }
  const [text] = found;
  const before = sentence.slice(0, found.index);
  const after = sentence.slice(found.index + text.length);
  const clause = `${before.split(SEPARATOR).at(-1) ?? ''} ${after.split(SEPARATOR)[0] ?? ''}`;
  const isWord = !isNamed && !text.includes(' ');
  return (isNamed || !isStressed(text, read)) &&
    !isChanged(clause, read) &&
    isPlaced(clause, read) &&
    (!isWord || (text.length > 2 && !ARTICLE.test(before) && isLook(clause, read)))
    ? `${before}${QUOTED}${text}${UNQUOTED}${after}`
    : null;
}

/** Returns whether words in capitals belong to a wish: “ONLY THE HAIR”, “MAKE IT WARMER”. */
function isStressed(text: string, read: Read): boolean {
  return read(text).some(
    (tokens) =>
      tokens.some((token) => isNegation(token) || isOf(token, ...STRESSED, ...PLACES)) ||
      (tokens.every(({ kind }) => kind !== 'unknown') &&
        (tokens.some((token) => isOf(token, ...EFFECTS)) ||
          tokens.every(({ kind }) => kind !== 'known'))),
  );
}

/** Returns whether a clause says that words are written, or where, and speaks of nobody. */
function isPlaced(clause: string, read: Read): boolean {
  return (
    NOUN.test(clause) ||
    grammar.onImage.test(clause) ||
    read(clause).some(
      (tokens) =>
        tokens.some((token) => isOf(token, ...PLACES, 'text')) &&
        !tokens.some((token) => isOf(token, 'person', 'pronoun')),
    )
  );
}

/** Returns whether a clause says nothing but how words stand: a word in capitals may be an abbreviation. */
function isLook(clause: string, read: Read): boolean {
  return read(clause).some((tokens) =>
    tokens.every(
      (token: Token) =>
        token.kind !== 'unknown' && (token.kind !== 'known' || isOf(token, ...LOOKS, 'add', 'to')),
    ),
  );
}
