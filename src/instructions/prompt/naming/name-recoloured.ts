/** Names the colour that a part loses: “the hair colour from brown to blonde”, “her blonde hair brown”, “de blanco a azul”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, NO_TOKEN, type Token, toFiller } from '../tokens/token.ts';

const PARTS = ['clothes', 'background', 'eyes', 'lips', 'brows', 'hair', 'wall'];
/** A colour that only hair has names the hair as well. */
const OF_HAIR = /^colour:/;

/** Returns the words of a prompt; a colour that another one replaces means nothing. */
export function nameRecoloured(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((token) => isOf(token, 'colour')).length < 2
    ? tokens
    : splitAfter(tokens, isDivider).flatMap((part) =>
        part.some((token) => isOf(token, ...PARTS)) ? dropOld(part) : part,
      );
}

/** Concepts of clauses in which neither colour is an old one, or another rule finds it. */
const OTHERS = ['instead', 'keep', 'except', 'not', 'splash', 'light', 'numbered', 'place'];

function dropOld(given: readonly Token[]): readonly Token[] {
  const part = separateHair(given);
  const colours = part.filter((token) => isOf(token, 'colour'));
  const [old = NO_TOKEN, wanted = NO_TOKEN] = colours;
  if (
    colours.length !== 2 ||
    colours.some(({ concepts }) => concepts.length > 1) ||
    part.some((token) => isOf(token, ...OTHERS))
  ) {
    return part;
  }
  const at = part.indexOf(old);
  const [named = NO_TOKEN, next] = part.slice(at + 1, at + 3);
  if (next === wanted && named.at.length === 1 && (isOf(named, 'to', 'zu') || isJoint(named))) {
    const from = part[at - 1];
    // “The colour from white to black” takes no colours of another image.
    const isOfImage = from !== undefined && from.at.length > 1 && isOf(from, 'match');
    return part.map((token): Token =>
      token === old || token === named
        ? toFiller(token)
        : isOfImage && token === from
          ? { ...token, concepts: ['colourword'] }
          : token,
    );
  }
  // “Her blonde hair brown”, not “white background with black dots”
  const isTurned =
    isOf(named, ...PARTS) &&
    contentWords(part).at(-1) === wanted &&
    !part.some(({ text }) => grammar.companions.test(text));
  return isTurned ? part.with(at, toFiller(old)) : part;
}

/** Returns whether a word without a meaning stands between two colours. */
function isJoint({ kind }: Token): boolean {
  return kind === 'filler';
}

/** Reads “blonde” beside named hair as its colour alone. */
function separateHair(part: readonly Token[]): readonly Token[] {
  return part.some((token) => isOf(token, 'hair') && !isOf(token, 'colour'))
    ? part.map((token) =>
        isOf(token, 'hair') && isOf(token, 'colour')
          ? { ...token, concepts: token.concepts.filter((concept) => OF_HAIR.test(concept)) }
          : token,
      )
    : part;
}
