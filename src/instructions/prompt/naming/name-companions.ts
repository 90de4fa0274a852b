/** Divides a look from the light that comes with it: “night, with purple light from behind”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider } from '../clauses/segments.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Looks of the whole image. */
const LOOKS = ['night', 'golden', 'rain', 'snow', 'fog'];
const LIT = ['light', 'studiolight'];

/** Returns the words of a prompt; “with” between a look and a light divides them like a comma. */
export function nameCompanions(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, at): Token => {
    const look = tokens[at - 1];
    if (
      token.kind !== 'filler' ||
      look === undefined ||
      !isOf(look, ...LOOKS) ||
      !grammar.companions.test(token.text)
    ) {
      return token;
    }
    const end = tokens.findIndex((other, index) => index > at && isDivider(other));
    const after = tokens.slice(at + 1, end < 0 ? tokens.length : end);
    return after.some((other) => isOf(other, ...LIT)) &&
      after.every((other) => isOf(other, ...LIT, 'colour', 'side', 'amount'))
      ? { ...token, kind: 'pause' }
      : token;
  });
}
