/** Joins a part that is only named with the colour that the next clause gives it: “the blue shirt, make it green”. */
import { grammar } from '../tokens/grammar.ts';
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, textOf, type Token, toFiller } from '../tokens/token.ts';

const PARTS = ['clothes', 'background', 'eyes', 'lips', 'brows', 'hair', 'wall'];

/** Returns the words of a prompt; a part and the colour that “it” becomes are one clause, without its old colour. */
export function nameTurned(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => isOf(token, 'colour'))) {
    return tokens;
  }
  const parts = splitAfter(tokens, isDivider);
  const isJoined = (at: number): boolean => {
    const [part, next] = parts.slice(at, at + 2);
    return (
      part !== undefined &&
      next !== undefined &&
      part.at(-1)?.text === ',' &&
      isNamed(part) &&
      turns(next)
    );
  };
  return parts.flatMap((part, at) =>
    isJoined(at)
      ? part.map((token) => (isOf(token, 'colour') || token.text === ',' ? toFiller(token) : token))
      : at > 0 && isJoined(at - 1)
        ? part.map((token) => (isPronoun(token) ? toFiller(token) : token))
        : part,
  );
}

function isPronoun({ text }: Token): boolean {
  return text
    .split(' ')
    .some((word) => grammar.objectPronouns.test(word) || grammar.namedPronouns.test(word));
}

/** Returns whether words only name a part and its colour. */
function isNamed(part: readonly Token[]): boolean {
  const said = contentWords(part);
  return (
    said.some((token) => isOf(token, ...PARTS)) &&
    said.every((token) => isOf(token, ...PARTS, 'colour') && token.concepts.length === 1) &&
    said.filter((token) => isOf(token, 'colour')).length < 2 &&
    !part.some(({ kind }) => kind === 'verb') &&
    // “My eyes look red, make them green” complains.
    !grammar.appearances.test(textOf(part))
  );
}

/** Returns whether words only say which colour “it” becomes. */
function turns(part: readonly Token[]): boolean {
  const said = contentWords(part);
  const [first] = part;
  return (
    first !== undefined &&
    (first.kind === 'verb' || grammar.imperatives.test(first.text.split(' ')[0] ?? '')) &&
    part.some(isPronoun) &&
    said.some((token) => isOf(token, 'colour')) &&
    said.every((token) => isOf(token, 'colour', 'amount', 'to') || isPronoun(token))
  );
}
