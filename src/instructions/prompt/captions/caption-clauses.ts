/** What the clauses beside a caption may ask for. */
import { alternate, grammar } from '../tokens/grammar.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';

/** Reads a text in every known language. */
export type Read = (text: string) => readonly (readonly Token[])[];

/** Matches what stands between a caption and another wish. */
export const SEPARATOR = new RegExp(
  String.raw`,\s|\s(?:&|\+|${alternate('captionJoints')})\s`,
  'giu',
);

/** Concepts of the place of a caption. */
export const PLACES = ['side', 'edges'];

/** Concepts of how and where a caption stands. */
export const CAPTION_LOOKS = [
  ...PLACES,
  'colour',
  'bigger',
  'smaller',
  'outline',
  'font',
  'text',
  'picture',
];

/** Concepts of a wish, which is no caption. */
export const EFFECTS =
  'background g blur sharpen smooth mono sepia vintage cinematic noir pastel golden cartoon anime pencil oil watercolour pixels halftone neonlines crop enlarge rotate mirror border bars light transparent remove vignette grain denoise smile hide whiten enhance collage group extend'.split(
    ' ',
  );

/** Concepts beside which words are not written but changed. */
const CHANGES =
  'remove replace less keep hide conceal blur instead mirror g fix object clothes'.split(' ');

/** Returns whether a clause changes words that are there, or denies the wish. */
export function changesWords(clause: string, read: Read): boolean {
  return read(clause).some((tokens) =>
    tokens.some(
      (token) =>
        isNegation(token) || (isOf(token, ...CHANGES) && !grammar.topSide.test(token.text)),
    ),
  );
}

/** Returns whether every word of a text is known, and one of them changes an image: “make it much darker”. */
export function asksForEffect(text: string, read: Read): boolean {
  return read(text).some(
    (tokens) =>
      tokens.some((token) => isOf(token, ...EFFECTS, 'colour')) &&
      tokens.every(({ kind }) => kind !== 'unknown'),
  );
}
