/** Names the first of several images, which is the one that changes: “black and white for the first one only”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Effects on one image. */
const EFFECTS =
  'g mono sepia vintage cinematic sharpen denoise smooth whiten blur crop cartoon pencil oil watercolour enhance background'.split(
    ' ',
  );

/** Returns the words of a prompt; that only the first image changes, and the others do not, is so anyway. */
export function nameFirst(tokens: readonly Token[], pictures: number): readonly Token[] {
  const named =
    pictures === 2 && tokens.some(({ text }) => grammar.ones.test(text))
      ? splitAfter(tokens, isDivider).flatMap(numberSides)
      : tokens;
  return pictures < 2 || !named.some(isFirst)
    ? named
    : splitAfter(named, isDivider).flatMap((part) => dropFirst(dropOthers(part)));
}

/** Reads “the one on the right as bright as the one on the left” of two images as these. */
function numberSides(part: readonly Token[]): readonly Token[] {
  const sides = part.filter((token) => ['side:left', 'side:right'].includes(token.concepts.join()));
  const areOnes =
    new Set(sides.map(({ concepts }) => concepts[0])).size === 2 &&
    sides.every((token) => grammar.ones.test(part[part.indexOf(token) - 1]?.text ?? '')) &&
    !part.some((token) => isOf(token, 'person', 'face', 'light', 'eyes'));
  return areOnes
    ? part.map((token) =>
        sides.includes(token)
          ? { ...token, concepts: [`numbered:${token.concepts[0] === 'side:left' ? 1 : 2}`] }
          : token,
      )
    : part;
}

function isFirst({ concepts }: Token): boolean {
  return concepts.join() === 'numbered:1';
}

function dropFirst(part: readonly Token[]): readonly Token[] {
  const isOnly =
    part.some((token) => isOf(token, 'only')) &&
    part.some(isFirst) &&
    part.some((token) => isOf(token, ...EFFECTS)) &&
    !part.some((token) => isOf(token, 'from', 'into', 'match', 'keep', 'not', 'except'));
  return isOnly
    ? part.map((token) => (isOf(token, 'only') || isFirst(token) ? toFiller(token) : token))
    : part;
}

/** Reads “leave the other two alone” as what is so anyway. */
function dropOthers(part: readonly Token[]): readonly Token[] {
  const others = part.findIndex(({ text }) => grammar.otherImages.test(text));
  const isLeft =
    others >= 0 &&
    part.some((token) => isOf(token, 'keep')) &&
    part.every(
      (token, at) =>
        token.kind === 'filler' ||
        token.kind === 'verb' ||
        isDivider(token) ||
        at === others ||
        isOf(token, 'keep', 'identity', 'picture') ||
        grammar.counts.test(token.text),
    );
  return isLeft ? part.map((token) => (isDivider(token) ? token : toFiller(token))) : part;
}
