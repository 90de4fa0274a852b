/** Divides a limit of what is done too much from its wish: “more vibrant but not oversaturated”. */
import { isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import { grammar } from '../tokens/grammar.ts';
import { isNegation, isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Largest number of words between the denial and what it denies. */
const REACH = 5;
const PAUSE: Token = { text: ',', concepts: [], kind: 'pause', at: [] };

/** Returns the words of a prompt; what is not to be overdone is a clause of its own that asks for less strength. */
export function nameOverdone(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(({ text }) => grammar.overdone.test(text))
    ? splitAfter(tokens, isDivider).flatMap(splitOverdone)
    : tokens;
}

function splitOverdone(part: readonly Token[]): readonly Token[] {
  const end = part.findLastIndex(({ text }) => grammar.overdone.test(text));
  const start = part.findLastIndex(
    (token, at) => at < end && (isNegation(token) || isOf(token, 'except')),
  );
  const between = part.slice(start + 1, end);
  const isLimit =
    start >= 0 &&
    end - start < REACH &&
    // “Not obviously edited”
    between.filter(({ kind }) => kind === 'unknown').length < 2 &&
    between.every(
      (token) => token.kind !== 'known' || isOf(token, 'is', 'to', 'too', 'zu', 'amount'),
    ) &&
    !part.slice(end + 1).some(isSaid);
  const before = part.slice(0, Math.max(0, start));
  return isLimit
    ? [
        ...before,
        ...(before.some(isSaid) ? [PAUSE] : []),
        mergeTokens('identity', ...part.slice(start, end + 1)),
        ...part.slice(end + 1),
      ]
    : part;
}
