/** Names places that are in the image, which a prompt only mentions: “the lake bluer”, “the people on the bridge”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Effects on what is there. */
const EFFECTS =
  'g colour remove less blur sharpen smooth fix too zu hide conceal mono light axis night rain snow fog'.split(
    ' ',
  );
/** Words that put somebody or something at a place. */
const PUTTING = 'background infront into replace wall studio from numbered group add'.split(' ');

/** Returns the words of a prompt; a place of the image is a thing in it, and a room is its background. */
export function namePlaces(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(isPlace)
    ? splitAfter(tokens, isDivider).flatMap((part) => {
        const at = part.findIndex(isPlace);
        const isMeant =
          at > 0 &&
          (part.some((token) => isOf(token, ...EFFECTS)) || isWhere(part, at)) &&
          !part.some((token) => isOf(token, ...PUTTING)) &&
          isNamed(part, at);
        return isMeant
          ? part.map((token) => (isPlace(token) ? toThing(token, part) : token))
          : part;
      })
    : tokens;
}

/** Returns whether a word is a place that nothing draws. */
function isPlace({ concepts }: Token): boolean {
  return concepts.length === 1 && concepts[0] === 'place';
}

/** Returns whether a place only says where people are: “the people on the bridge”. */
function isWhere(part: readonly Token[], at: number): boolean {
  const person = part.findLastIndex((token, index) => index < at && isOf(token, 'person'));
  return (
    person > 0 &&
    grammar.definites.test(part[person - 1]?.text ?? '') &&
    part.every(({ kind }) => kind !== 'verb')
  );
}

function isNamed(part: readonly Token[], at: number): boolean {
  return grammar.definites.test(part[at - 1]?.text ?? '');
}

function toThing(token: Token, part: readonly Token[]): Token {
  const isRoom = grammar.rooms.test(token.text) && part.some((other) => isOf(other, 'g', 'axis'));
  return { ...token, concepts: [isRoom ? 'background' : 'object'] };
}
