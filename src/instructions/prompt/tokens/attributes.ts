/** Words that only describe what a wish is about: “make the dark shirt lighter”, “sharpen this old photo”. */
import { grammar } from './grammar.ts';
import { LOOKS, targets } from './concepts.ts';
import { isOf, type Token } from './token.ts';

/** Effects beside which an adjective of their object is no wish of its own. */
const EFFECTS = ['g', 'sharpen', 'smooth', 'blur', 'enhance', 'bigger', 'smaller', 'denoise'];

/** Makes fillers of adjectives that describe a part or the image, and images of phrases such as “the old photo”. */
export function dropAttributes(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (isSubject(tokens, at) || isSubject(tokens, at + 2) || isOld(token, tokens[at + 1])) {
      return { ...token, concepts: [], kind: 'filler' };
    }
    if (isThing(tokens, at)) {
      return { ...token, concepts: ['object'] };
    }
    if (isOther(token, tokens[at + 1]) || isMood(token, tokens[at + 1])) {
      return { ...token, concepts: [], kind: 'unknown' };
    }
    if (!isNamed(tokens, at)) {
      return token;
    }
    if (isOf(token, ...LOOKS) && grammar.pictureNouns.test(token.text)) {
      return { ...token, concepts: ['picture'] };
    }
    const next = tokens[at + 1];
    const isLook = isOf(token, ...LOOKS) && grammar.pictureNouns.test(` ${next?.text ?? ''}`);
    const isAdjective =
      (isOf(token, 'g', 'colour') ||
        (isOf(token, 'sharpen') && !grammar.changing.test(token.text)) ||
        // “Make the blurry background sharp”
        (isOf(token, 'blur') && isDoneAfter(tokens, at, 'sharpen'))) &&
      token.concepts.length === 1 &&
      !grammar.anyComparatives.test(token.text) &&
      next !== undefined &&
      (next.at.length === 1 || isOf(next, 'clothes')) &&
      isOf(next, 'picture', ...targets);
    return (isLook || isAdjective) && hasEffect(tokens, at)
      ? { ...token, concepts: [], kind: 'filler' }
      : token;
  });
}

/** Returns whether a word names another thing than the one that is found: “das andere Hemd”. */
function isOther(token: Token, next: Token | undefined): boolean {
  return (
    isOf(token, 'identity') &&
    grammar.distinguishingAdjectives.test(token.text) &&
    next !== undefined &&
    isOf(next, 'clothes', 'person', 'face', 'eyes', 'edges')
  );
}

/** Returns whether a look of old film only describes clothes: “my vintage jacket in green”. */
function isOld(token: Token, next: Token | undefined): boolean {
  return isOf(token, 'vintage') && next !== undefined && isOf(next, 'clothes');
}

/** Returns whether an expression is the mood of an image, not of a face: “like in a sad movie”. */
function isMood(token: Token, next: Token | undefined): boolean {
  return isOf(token, 'sad', 'smile') && next !== undefined && isOf(next, 'picture');
}

/** Styles that show a subject. */
const STYLES = 'cartoon anime pencil drawn oil painted watercolour pixels halftone'.split(' ');

/** Returns whether a word is what the image shows, named beside its style: “a pencil drawing of my dog”. */
function isSubject(tokens: readonly Token[], at: number): boolean {
  const style = tokens[at - 3];
  if (style === undefined || !isOf(style, ...STYLES)) {
    return false;
  }
  const [of, determiner, thing] = tokens.slice(at - 2, at + 1);
  return (
    of !== undefined &&
    determiner !== undefined &&
    thing !== undefined &&
    grammar.subjectPrepositions.test(of.text) &&
    grammar.definites.test(determiner.text) &&
    (isOf(thing, 'object') || thing.kind === 'unknown')
  );
}

/** Returns whether the name of a style is a thing in the image, which has a place: “the oil painting behind me”. */
function isThing(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isOf(token, ...STYLES, 'neonlines')) {
    return false;
  }
  const [place, determiner, thing] = tokens.slice(at + 1, at + 4);
  return (
    place !== undefined &&
    isNamed(tokens, at) &&
    (grammar.behind.test(place.text) ||
      isOf(place, 'there') ||
      ((grammar.locations.test(place.text) || grammar.paths.test(place.text)) &&
        grammar.definites.test(determiner?.text ?? '') &&
        thing !== undefined &&
        !isOf(thing, 'picture')))
  );
}

/** Returns whether a definite article or possessive stands before a word: “the …”, but not “like the …”. */
function isNamed(tokens: readonly Token[], at: number): boolean {
  const determiner = tokens[at - 1];
  if (determiner === undefined || !grammar.definites.test(determiner.text)) {
    return false;
  }
  const before = tokens[at - 2];
  return !(
    before !== undefined &&
    (grammar.models.test(before.text) || isOf(before, 'to', 'match'))
  );
}

/** Returns whether an effect follows in the clause of a word. */
function isDoneAfter(tokens: readonly Token[], at: number, effect: string): boolean {
  const rest = tokens.slice(at + 1);
  const end = rest.findIndex(({ kind }) => kind === 'pause' || kind === 'stop');
  return rest.slice(0, end < 0 ? rest.length : end).some((token) => isOf(token, effect));
}

/** Returns whether another word of the clause is the effect that is asked for. */
function hasEffect(tokens: readonly Token[], at: number): boolean {
  const isEnd = (token: Token): boolean =>
    token.kind === 'pause' || token.kind === 'stop' || isOf(token, 'and');
  const start = tokens.findLastIndex((token, index) => index < at && isEnd(token));
  const end = tokens.findIndex((token, index) => index > at && isEnd(token));
  const clause = tokens.slice(start + 1, end < 0 ? tokens.length : end);
  const own = tokens[at];
  const isTone = own !== undefined && isOf(own, 'g');
  return (
    !clause.some((token) => isOf(token, 'keep', 'only', 'except', 'not', 'is')) &&
    clause.some((token) => token !== own && isOf(token, ...EFFECTS, ...(isTone ? ['colour'] : [])))
  );
}
