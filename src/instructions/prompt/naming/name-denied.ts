/** Reads what a part is not to become as a part that stays: “cinematic, but don’t make my skin orange”. */
import { contentWords, isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, mergeTokens, NO_TOKEN, type Token } from '../tokens/token.ts';

/** Parts whose colour is only ever denied because the whole image changes. */
const PARTS = ['skin', 'face', 'hair'];

/** Returns the words of a prompt; parts that are not to take a colour are to stay. */
export function nameDenied(given: readonly Token[]): readonly Token[] {
  const tokens = mendGrain(given);
  const first = tokens.findIndex((token) => isSaid(token) && !isDivider(token));
  return tokens.some((token, at) => at > first && isOf(token, ...PARTS))
    ? splitAfter(tokens, isDivider).flatMap((part) =>
        part.includes(tokens[first] ?? NO_TOKEN) ? part : keep(part),
      )
    : tokens;
}

/** Reads “brighten it without making it grainy” as denoising, because what is lightened shows its noise. */
function mendGrain(tokens: readonly Token[]): readonly Token[] {
  const [grain] = tokens.filter((token) => isOf(token, 'grain'));
  return grain === undefined
    ? tokens
    : splitAfter(tokens, isDivider).flatMap((part, at, parts) => {
        const said = contentWords(part);
        const [end] = said.slice(-1);
        const not = said.findIndex((token) => isNegation(token) || isOf(token, 'except'));
        const denied = said.slice(Math.max(0, not));
        const before = [...(parts[at - 1] ?? []), ...said.slice(0, Math.max(0, not))];
        const isDenied =
          not >= 0 &&
          end === grain &&
          denied.slice(1, -1).every((token) => isOf(token, 'picture', 'amount')) &&
          before.some((token) => isOf(token, 'lowlight') || token.concepts.includes('g:brighter'));
        return isDenied
          ? part.flatMap((token) =>
              token === denied[0]
                ? [mergeTokens('denoise', ...denied)]
                : denied.includes(token)
                  ? []
                  : [token],
            )
          : part;
      });
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
  // “…, but don’t make my skin look like plastic”
  const isMaterial =
    not !== undefined &&
    isNegation(not) &&
    rest.some((token) => isOf(token, 'skin', 'face')) &&
    rest.some((token) => isOf(token, 'material')) &&
    rest.every((token) => isOf(token, 'skin', 'face', 'material', 'amount'));
  if (isMaterial) {
    return [mergeTokens('identity', ...said), ...part.filter(isDivider)];
  }
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
