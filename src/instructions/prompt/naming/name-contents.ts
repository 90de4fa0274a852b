/** Names what the images show, where a prompt only calls them by it: “a collage of my three cats”, “my product on white”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, type Token, toFiller } from '../tokens/token.ts';

/** Largest number of words from “of” to what a collage shows. */
const REACH = 4;

/** Returns the words of a prompt; what images show means nothing beside their arrangement or their ground. */
export function nameContents(tokens: readonly Token[], pictures: number): readonly Token[] {
  return !tokens.some((token) => isOf(token, 'collage', 'beside', 'background'))
    ? tokens
    : splitAfter(tokens, isDivider).flatMap((part) =>
        nameGoods(pictures > 1 ? nameSubjects(part) : part),
      );
}

/** Reads “a collage of my three cats” and “aus den vier Hundebildern eine Collage” as one of the images. */
function nameSubjects(part: readonly Token[]): readonly Token[] {
  if (!part.some((token) => isOf(token, 'collage', 'beside'))) {
    return part;
  }
  const named = part.map((token): Token =>
    isOf(token, 'object') && grammar.pictureTails.test(token.text)
      ? { ...token, concepts: ['picture'] }
      : token,
  );
  const collage = named.findIndex((token) => isOf(token, 'collage'));
  const of = named.findIndex(
    ({ text }, at) => at > collage && at < collage + 3 && grammar.subjectPrepositions.test(text),
  );
  const thing = named.findIndex(
    (token, at) => at > of && at <= of + REACH && isOf(token, 'object', 'person'),
  );
  const isSubject =
    collage >= 0 &&
    of > 0 &&
    thing > of &&
    named
      .slice(of + 1, thing)
      .every(
        (token) =>
          token.kind === 'filler' ||
          isOf(token, 'number', 'picture', 'from') ||
          grammar.counts.test(token.text),
      );
  return isSubject
    ? named.map((token, at) =>
        at === thing || (at > of && at < thing && token.kind === 'unknown')
          ? toFiller(token)
          : token,
      )
    : named;
}

/** Reads “my product on a white background” as a background: nothing else of it changes. */
function nameGoods(part: readonly Token[]): readonly Token[] {
  const ground = part.findIndex((token) => isOf(token, 'background'));
  const isGround =
    ground >= 0 &&
    part.some((token) => isOf(token, 'colour', 'neutral', 'studio', 'transparent', 'numbered')) &&
    !part.some(
      (token) =>
        isNegation(token) ||
        isOf(token, 'only', 'except', 'remove', 'g') ||
        (isOf(token, 'keep') && !grammar.sameGrounds.test(token.text)),
    );
  const isNumbered = part.some((token) => isOf(token, 'numbered'));
  return isGround
    ? part.map((token, at) => {
        const isGoods = grammar.goods.test(token.text) && isOf(token, 'object', 'picture');
        const isStanding = grammar.standing.test(token.text) && isOf(token, 'pose');
        // “On the same white background”
        const isSame =
          !isNumbered &&
          at > 0 &&
          at < ground &&
          isOf(token, 'keep') &&
          grammar.sameGrounds.test(token.text);
        return isGoods || isStanding || isSame ? toFiller(token) : token;
      })
    : part;
}
