/** Numbers the given images that a prompt names by what they show: “use the beach photo as my background”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, NO_TOKEN, type Token } from '../tokens/token.ts';

/** Concepts of words that may stand beside a photo that becomes the background. */
const BESIDE = 'background infront into person pronoun add replace to zu from is and picture'.split(
  ' ',
);
/** Number of words before a photo in which its article stands. */
const REACH = 3;

/** Returns the words of a prompt; a photo of a place that is given has its number, or is none of several. */
export function namePhotos(tokens: readonly Token[], pictures: number): readonly Token[] {
  return pictures < 2
    ? tokens
    : splitAfter(nameNumbers(tokens, pictures), isDivider).flatMap((part, at, parts) =>
        nameShown(isToned(parts[at + 1] ?? []) ? part : nameSame(part), pictures),
      );
}

/** Returns whether words only name a tone, which may be of the background before them: “…, but brighter”. */
function isToned(part: readonly Token[]): boolean {
  return (
    part.some((token) => isOf(token, 'g', 'mono', 'sharpen')) &&
    !part.some((token) => isOf(token, 'person', 'face', 'picture', 'pronoun'))
  );
}

/** Concepts before the bare number of an image, and after it. */
const BEFORE_NUMBERS = ['from', 'infront', 'match', 'into'];
const AFTER_NUMBERS = ['infront', 'to', 'into', 'from', 'add'];

/** Reads bare numbers as those of images where several are so named: “me from 1 in front of 3, colours from 2”. */
function nameNumbers(tokens: readonly Token[], pictures: number): readonly Token[] {
  const numbers = tokens.filter((token, at) => {
    const before = tokens[at - 1];
    const next = tokens[at + 1];
    return (
      isOf(token, 'number') &&
      /^\d$/.test(token.text) &&
      Number(token.text) >= 1 &&
      Number(token.text) <= pictures &&
      before !== undefined &&
      isOf(before, ...BEFORE_NUMBERS) &&
      (next === undefined || isDivider(next) || isOf(next, ...AFTER_NUMBERS))
    );
  });
  return new Set(numbers.map(({ text }) => text)).size > 1
    ? tokens.map((token) =>
        numbers.includes(token) ? { ...token, concepts: [`numbered:${token.text}`] } : token,
      )
    : tokens;
}

/** Reads “the same background as in the other photo” as that background, not as one that stays. */
function nameSame(part: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const same = said.find(({ text }) => text.split(' ').some((word) => grammar.sameness.test(word)));
  const isSame =
    same !== undefined &&
    said.some((token) => isOf(token, 'background') && token.concepts.length === 1) &&
    said.some((token) => isOf(token, 'numbered') && !token.concepts.includes('numbered:1')) &&
    said.every(
      (token) =>
        token === same ||
        isOf(token, 'background', 'numbered', 'into', 'to', 'from', 'add', 'is', 'picture') ||
        // “… nur unschärfer”
        isOf(token, 'only', 'blur', 'amount', 'more'),
    );
  return isSame
    ? part.map((token): Token =>
        token === same
          ? { ...token, kind: 'known', concepts: ['replace'] }
          : isOf(token, 'only')
            ? { ...token, kind: 'pause', concepts: [] }
            : token,
      )
    : part;
}

function nameShown(part: readonly Token[], pictures: number): readonly Token[] {
  const at = part.findIndex((token) => isOf(token, 'place'));
  const place = at < 0 ? undefined : part[at];
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
