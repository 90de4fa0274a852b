/** Joins a complaint of shiny or red skin with the words that mend it: “my forehead is shiny, less please”. */
import { contentWords, isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';

const SKIN = ['face', 'skin', 'nose', 'cheeks'];
const FLAWS = ['finish:shine', 'finish:oily', 'colour:red'];
const MENDS = ['fix', 'remove', 'less', 'down'];

/** Returns the words of a prompt; no mark divides a flaw of the skin from the wish to mend it. */
export function nameShine(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isFlaw)) {
    return tokens;
  }
  const parts = splitAfter(tokens, isDivider);
  const isJoined = (at: number): boolean =>
    complains(parts[at] ?? []) && mends(parts[at + 1] ?? []);
  return parts.flatMap((part, at) =>
    isJoined(at)
      ? part.filter((token) => !isDivider(token))
      : at > 0 && isJoined(at - 1)
        ? part.filter((token) => isDivider(token) || isOf(token, ...MENDS))
        : part,
  );
}

function isFlaw({ concepts }: Token): boolean {
  return concepts.some((concept) => FLAWS.includes(concept));
}

/** Returns whether words only say that skin is shiny or red. */
function complains(part: readonly Token[]): boolean {
  const said = contentWords(part);
  return (
    said.some((token) => isOf(token, ...SKIN)) &&
    said.some(isFlaw) &&
    said.every((token) => isFlaw(token) || isOf(token, ...SKIN, 'is', 'amount')) &&
    !part.some(isNegation)
  );
}

/** Returns whether words only mend what was said: “fix it”, “weg damit”. */
function mends(part: readonly Token[]): boolean {
  const said = contentWords(part);
  return (
    said.some((token) => isOf(token, ...MENDS)) &&
    said.every((token) => isOf(token, ...MENDS, 'because') && !isNegation(token))
  );
}
