/** Names whom the image shows, where a prompt calls it by them: “the photo of my late husband a bit warmer”. */
import { alternate, grammar } from '../tokens/grammar.ts';
import { isDivider } from '../clauses/segments.ts';
import { targets } from '../tokens/concepts.ts';
import { isOf, NO_TOKEN, type Token, toFiller } from '../tokens/token.ts';

/** Largest number of words between an image and whom it shows. */
const REACH = 4;

/** Returns the words of a prompt; whom “the photo of …” shows is the image, not a person that changes alone. */
export function namePortrayed(tokens: readonly Token[], pictures: number): readonly Token[] {
  const shown = new Set<Token>();
  for (const at of pictures > 1 ? [] : tokens.keys()) {
    if (isPicture(tokens, at)) {
      const after = tokens.slice(at + 1, at + 1 + REACH);
      const [link = NO_TOKEN] = after;
      const hasOf = OF.test(tokens[at]?.text ?? '');
      const isLinked = hasOf || OF.test(link.text) || grammar.genitives.test(link.text);
      const start = hasOf ? 0 : 1;
      const first = after.findIndex((token, index) => index >= start && token.kind !== 'filler');
      const end = findEnd(tokens, at + 1 + Math.max(0, first));
      if (isLinked && first >= start && end > at + 1 + first) {
        tokens.slice(at + 1 + start, end).forEach((word) => shown.add(word));
      }
    }
  }
  return shown.size === 0
    ? tokens
    : tokens.map((token): Token => (shown.has(token) ? toFiller(token) : token));
}

/** Ends with what leads from an image to whom it shows. */
const OF = new RegExp(
  String.raw`(?:^|\s)(?:${alternate('subjectPrepositions')})(?: \p{L}+)?$`,
  'iu',
);

/** Ends with a noun for an image, also before such a preposition. */
const PICTURE = new RegExp(
  String.raw`(?:${alternate('pictureNouns')})(?:\s(?:${alternate('subjectPrepositions')})(?: \p{L}+)?)?$`,
  'iu',
);

/** Concepts of tones of the whole image. */
const TONES = ['g', 'sharpen', 'mono', 'sepia', 'vintage', 'denoise', 'enhance'];

/** Returns the end of the words for whom an image shows; their start where they are none. */
function findEnd(tokens: readonly Token[], start: number): number {
  const after = tokens.slice(start);
  const end = after.findIndex((token) => token.kind !== 'unknown');
  const next = after[end] ?? NO_TOKEN;
  if (isOf(next, 'person') && !isOf(next, 'pronoun')) {
    const [and = NO_TOKEN, other = NO_TOKEN] = after.slice(end + 1, end + 3);
    // “Of grandma and grandpa”
    return start + end + (isOf(and, 'and') && isOf(other, 'person') ? 3 : 1);
  }
  const said = after.slice(0, Math.max(0, after.findIndex(isDivider)) || after.length);
  const isToned =
    said.some((token) => isOf(token, ...TONES)) &&
    !said.some((token) => isOf(token, ...targets, 'only', 'except', 'keep'));
  // “The photo of our wedding a bit brighter”
  return start + (isToned ? Math.max(end, isOf(next, 'object') ? end + 1 : 0) : 0);
}

/** Returns whether a word is the image, not one in it: “the photo”, but not “remove the photo”. */
function isPicture(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens.slice(0, at).findLast(({ kind }) => kind !== 'filler');
  return (
    token !== undefined &&
    (token.kind === 'filler' || (isOf(token, 'picture') && token.concepts.length === 1)) &&
    PICTURE.test(` ${token.text}`) &&
    (before === undefined || !isOf(before, 'remove', 'replace', 'hide'))
  );
}
