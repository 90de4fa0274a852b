/** Finds captions that are written in capitals and puts private marks around them: “put BRB 5 MIN in the middle”. */
import { CAPTION_LOOKS, changesWords, PLACES, type Read, SEPARATOR } from './caption-clauses.ts';
import { alternate, grammar } from '../tokens/grammar.ts';
import { QUOTED, UNQUOTED } from '../tokens/quotes.ts';
import { isOf } from '../tokens/token.ts';

const CAPITALS = String.raw`\p{Lu}[\p{Lu}\p{N}'’]+`;
const SHORT = String.raw`(?:\p{Lu}|\p{N}+[€$£%]?|[&+])`;
/** A word in capitals, with the capitals and numbers beside it. */
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@#])(?:${SHORT} ){0,2}${CAPITALS}(?: (?:${CAPITALS}|${SHORT})){0,12}(?![\p{L}\p{N}_-])[!?…]{0,3}`,
  'gu',
);
const NOUN = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('captionVerbs', 'captionNouns', 'captionWords', 'captionNames', 'captionEnds')})(?!\p{L})`,
  'iu',
);
/** Words that are only said to those who see an image: “DANKE unten”. */
const GREETING = new RegExp(`^(?:${alternate('captionGreetings')})[!…]{0,3}$`, 'iu');
const ARTICLE = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('articles', 'definites', 'determiners')})\s$`,
  'iu',
);
/** A noun directly before capitals: “the word EPIC”, “title I WON”. */
const NAMED = new RegExp(
  String.raw`(?<!\p{L})(?:${alternate('captionNouns', 'captionWords')})\s$`,
  'iu',
);
const NAMED_WORD = new RegExp(String.raw`(?<!\p{L})(?:${alternate('captionWords')})\s$`, 'iu');
/** Concepts that a caption may name; any other one may be a wish in capitals: “ONLY THE HAIR”, “VHS EFFECT”. */
const CAPTIONED = 'text keep picture add number numbered is'.split(' ');

/** Returns whether a prompt has words in capitals beside others. */
export function hasCapitals(prompt: string): boolean {
  return prompt.search(RUN) >= 0 && /\p{Ll}{2}/u.test(prompt);
}

/** Marks the capitals of a sentence that says that or where they stand; null where it has none, or several runs of them. */
export function markCapitals(sentence: string, read: Read): string | null {
  const [found, ...more] = /\p{Ll}{2}/u.test(sentence) ? [...sentence.matchAll(RUN)] : [];
  if (found === undefined || more.length > 0) {
    return null;
  }
  const [text] = found;
  const before = sentence.slice(0, found.index);
  const after = sentence.slice(found.index + text.length);
  const clause = `${before.split(SEPARATOR).at(-1) ?? ''} ${after.split(SEPARATOR)[0] ?? ''}`;
  const isWord = !text.includes(' ');
  const isNamed =
    // “Make the text BIG” stresses a wish, unlike “the word BIG”.
    NAMED_WORD.test(before) || (NAMED.test(before) && !isStressed(text, read));
  if (isNamed && text.length > 2 && !changesWords(before, read)) {
    return `${before}${QUOTED}${text}${UNQUOTED}${after}`;
  }
  return !ARTICLE.test(before) &&
    (GREETING.test(text) ? isLook(clause, read) : !isStressed(text, read)) &&
    !changesWords(clause, read) &&
    isPlaced(clause, read) &&
    (!isWord || (text.length > 2 && isLook(clause, read)))
    ? `${before}${QUOTED}${text}${UNQUOTED}${after}`
    : null;
}

/** Returns whether words in capitals belong to a wish: “ONLY THE HAIR”, “MAKE IT WARMER”. */
function isStressed(text: string, read: Read): boolean {
  const readings = read(text);
  const known = readings.map((tokens) => tokens.filter(({ kind }) => kind !== 'unknown').length);
  const most = Math.max(...known);
  return readings.some(
    (tokens, at) =>
      // The language that knows the most of the words decides.
      known[at] === most &&
      (tokens.some((token) => token.kind === 'known' && !isOf(token, ...CAPTIONED)) ||
        tokens.every(({ kind }) => kind === 'filler' || kind === 'verb')),
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
      (token) =>
        token.kind !== 'unknown' &&
        (token.kind !== 'known' || isOf(token, ...CAPTION_LOOKS, 'add', 'to')),
    ),
  );
}
