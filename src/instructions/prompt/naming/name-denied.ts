/** Reads what a part is not to become as a part that stays: “cinematic, but don’t make my skin orange”. */
import { contentWords, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, NO_TOKEN, type Token } from '../tokens/token.ts';

/** Parts whose colour is only ever denied because the whole image changes. */
const PARTS = ['skin', 'face', 'hair'];

/** Returns the words of a prompt; parts that are not to take a colour are to stay. */
export function nameDenied(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex((token) => isSaid(token) && !isDivider(token));
  return tokens.some((token, at) => at > first && isOf(token, ...PARTS))
    ? splitAfter(tokens, isDivider).flatMap((part) =>
        part.includes(tokens[first] ?? NO_TOKEN) ? part : keep(part),
      )
    : tokens;
}

function keep(part: readonly Token[]): readonly Token[] {
  const said = contentWords(part);
  const [not, ...rest] = said;
  const isDenied =
    not !== undefined &&
    (isNegation(not) || isOf(not, 'except')) &&
    rest.filter((token) => isOf(token, ...PARTS)).length === 1 &&
    rest.filter((token) => isOf(token, 'colour')).length === 1 &&
    rest.every((token) => isOf(token, ...PARTS, 'colour', 'too', 'zu', 'amount'));
  const colours = rest.filter((token) => !isOf(token, ...PARTS));
  return isDenied
    ? part.flatMap((token) =>
        token === not
          ? [mergeTokens('keep', not, ...colours)]
          : colours.includes(token) || token.kind === 'verb'
            ? []
            : [token],
      )
    : part;
}
