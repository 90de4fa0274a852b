/** Numbers the given images that a prompt names by what they show: “use the beach photo as my background”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { NO_TOKEN, type Token, isOf, mergeTokens } from '../tokens/token.ts';

/** Concepts of words that may stand beside a photo that becomes the background. */
const BESIDE = 'background infront into person pronoun add replace to zu from is and picture'.split(
  ' ',
);
/** Number of words before a photo in which its article stands. */
const REACH = 3;

/** Returns the words of a prompt; a photo of a place that is given has its number, or is none of several. */
export function namePhotos(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures < 2 || !tokens.some((token) => isOf(token, 'place'))
    ? tokens
    : splitAfter(tokens, isDivider).flatMap((part) => nameShown(part, pictures));
}

function nameShown(part: readonly Token[], pictures: number): readonly Token[] {
  const at = part.findIndex((token) => isOf(token, 'place'));
  const place = part[at];
  const photo = place === undefined ? null : findPhoto(part, at);
  if (
    place === undefined ||
    photo === null ||
    part.some((token) => isOf(token, 'numbered')) ||
    // “The beach photo needs a brighter background” asks for no other one.
    !part.every(
      (token, index) =>
        (index >= photo.start && index <= photo.end) ||
        token.kind !== 'known' ||
        isOf(token, ...BESIDE),
    ) ||
    !part.some((token) => isOf(token, 'background', 'infront', 'into'))
  ) {
    return part;
  }
  const words = part.slice(photo.start, photo.end + 1).filter(({ kind }) => kind === 'known');
  const isMeant = pictures === 2 && photo.isDefinite && !isReplaced(part.slice(0, photo.start));
  return [
    ...part.slice(0, photo.start),
    // Of two images the other one is meant; nothing says which one of several.
    mergeTokens(isMeant ? 'numbered:2' : 'unnumbered', ...words),
    ...part.slice(photo.end + 1),
  ];
}

/** Returns whether words end with a verb that replaces what follows: “replace the beach photo in the background”. */
function isReplaced(before: readonly Token[]): boolean {
  return isOf(before.findLast(isSaid) ?? NO_TOKEN, 'replace');
}

interface Photo {
  readonly start: number;
  readonly end: number;
  readonly isDefinite: boolean;
}

/** Finds “the beach photo”, “das Strandfoto” and “the picture of the beach”; null for “a beach photo”. */
function findPhoto(part: readonly Token[], at: number): Photo | null {
  const picture = part.findLastIndex((token, index) => index < at && isOf(token, 'picture'));
  const between = part.slice(picture + 1, at);
  const isBefore =
    picture >= 0 &&
    between.length > 0 &&
    between.length < REACH &&
    between.every((token) => token.kind === 'filler' || isOf(token, 'from'));
  const isAfter = isOf(part[at + 1] ?? NO_TOKEN, 'picture');
  if (!isBefore && !isAfter && !grammar.photoEnds.test(part[at]?.text ?? '')) {
    return null;
  }
  const start = isBefore ? picture : at;
  const words = [
    ...part.slice(Math.max(0, start - REACH), start).flatMap(({ text }) => text.split(' ')),
    part[start]?.text.split(' ')[0] ?? '',
  ];
  return words.some((word) => grammar.singulars.test(word))
    ? null
    : {
        start,
        end: isAfter && !isBefore ? at + 1 : at,
        isDefinite: words.some((word) => grammar.definites.test(word)),
      };
}
