/** Names which way properties go, and divides them: “contrast up saturation down”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isNegation, isOf, type Token } from '../tokens/token.ts';

const WAYS = ['more', 'less', 'down', 'raise', 'remove', 'signed'];
const MARK: Token = { text: '', concepts: [], kind: 'pause', at: [] };

/** Returns the words of a prompt; each property with its way is a clause of its own. */
export function nameAxes(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(isAxis)
    ? splitAfter(tokens.map(openColon), isDivider).flatMap((part) => dividePairs(nameUp(part)))
    : tokens;
}

function isAxis(token: Token): boolean {
  return isOf(token, 'axis');
}

function isWay(token: Token): boolean {
  return isOf(token, ...WAYS) || (isOf(token, 'keep') && grammar.sameness.test(token.text));
}

/** Reads “brightness: up” without its mark, which divides nothing. */
function openColon(token: Token, at: number, tokens: readonly Token[]): Token {
  const before = tokens[at - 1];
  return token.text === ':' && before !== undefined && isAxis(before)
    ? { ...token, kind: 'filler' }
    : token;
}

/** Reads “up” after a property as more of it. */
function nameUp(part: readonly Token[]): readonly Token[] {
  return part.map((token, at) => {
    const before = part
      .slice(0, at)
      .findLast((other) => !isOf(other, 'amount') && other.text !== ':');
    return token.kind !== 'known' &&
      grammar.upwards.test(token.text) &&
      before !== undefined &&
      isAxis(before)
      ? { ...token, kind: 'known', concepts: ['more'] }
      : token;
  });
}

/** Puts marks between several properties that have their way before or after them. */
function dividePairs(part: readonly Token[]): readonly Token[] {
  const named = part.filter((token) => isAxis(token) || isWay(token));
  const [first] = named;
  const isPaired =
    first !== undefined &&
    named.length > 3 &&
    named.length % 2 === 0 &&
    named.every((token, at) => isAxis(token) === (isAxis(first) === (at % 2 === 0))) &&
    !part.some((token) => isNegation(token) || isOf(token, 'is', 'too', 'zu'));
  return isPaired
    ? part.flatMap((token) => {
        const at = named.indexOf(token);
        return at > 0 && at % 2 === 0 ? [MARK, token] : [token];
      })
    : part;
}
