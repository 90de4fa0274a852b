/** Names what only tells people apart: “the girl in the red dress”, “die Frau mit den roten Lippen”. */
import { grammar } from '../tokens/grammar.ts';
import { isSaid } from '../clauses/segments.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

const WORN = ['clothes', 'garment', 'hair', 'lips', 'eyes', 'object'];
/** Largest number of words between a person and what is described. */
const REACH = 5;

/** Returns the words of a prompt; the colours and parts that describe a person are not understood as wishes. */
export function nameDescribed(tokens: readonly Token[]): readonly Token[] {
  const described = new Set<Token>();
  for (const [at, person] of tokens.entries()) {
    if (isOf(person, 'person') && !isOf(person, 'pronoun', 'only', 'except')) {
      findWorn(tokens, at).forEach((token) => described.add(token));
    }
  }
  return tokens.map((token, at): Token =>
    described.has(token)
      ? { ...token, kind: 'unknown', concepts: [] }
      : isAsker(tokens, at)
        ? toFiller(token)
        : token,
  );
}

/** Returns whether somebody is named as who asks for something: “my wife wants it darker”. */
function isAsker(tokens: readonly Token[], at: number): boolean {
  const [person, verb, object] = tokens.slice(at, at + 3);
  return (
    person !== undefined &&
    verb !== undefined &&
    object !== undefined &&
    isOf(person, 'person') &&
    grammar.askingVerbs.test(verb.text) &&
    grammar.imagePronouns.test(object.text)
  );
}

function findWorn(tokens: readonly Token[], person: number): readonly Token[] {
  const [preposition, ...after] = tokens.slice(person + 1, person + 1 + REACH);
  const start = after.findIndex(isSaid);
  const [colour, thing] = after.slice(Math.max(0, start), start + 2);
  const isOne =
    preposition !== undefined &&
    grammar.wearing.test(preposition.text) &&
    (grammar.wearingDefinites.test(preposition.text) ||
      after.slice(0, Math.max(0, start)).some(({ text }) => grammar.definites.test(text)));
  if (!isOne || colour === undefined) {
    return [];
  }
  // A weak adjective means nothing of its own: “die Frau mit den roten Lippen”.
  if (start > 1 && isOf(colour, ...WORN)) {
    return [colour];
  }
  return thing !== undefined && isOf(colour, 'colour') && isOf(thing, ...WORN)
    ? [colour, thing]
    : [];
}
