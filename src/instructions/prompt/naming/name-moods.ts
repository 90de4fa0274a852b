/** Names looks that no step makes beside the degree that is said of them: “fog, and a bit spooky”. */
import { grammar } from '../tokens/grammar.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Returns the words of a prompt; a look that ends a part after its degree is unknown, and so is the degree. */
export function nameMoods(tokens: readonly Token[]): readonly Token[] {
  const moods = new Set(
    tokens.flatMap((token, at) => {
      if (!isMood(token, tokens[at + 1])) {
        return [];
      }
      const start = tokens.findLastIndex((one, index) => index < at && !isDegree(one));
      return start < at - 1 ? tokens.slice(start + 1, at + 1) : [];
    }),
  );
  return moods.size === 0
    ? tokens
    : tokens.map((token): Token =>
        moods.has(token) ? { ...token, kind: 'unknown', concepts: [] } : token,
      );
}

function isMood({ kind, text }: Token, next: Token | undefined): boolean {
  return (
    kind === 'filler' &&
    grammar.writtenStyles.test(text) &&
    (next === undefined || next.kind === 'pause' || next.kind === 'stop' || isOf(next, 'and'))
  );
}

/** Returns whether a word is a degree, which belongs to the adjective after it. */
function isDegree(token: Token): boolean {
  return (
    isOf(token, 'amount', 'more', 'less') && token.concepts.length === 1 && !/\d/.test(token.text)
  );
}
