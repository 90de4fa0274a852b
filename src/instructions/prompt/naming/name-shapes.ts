/** Names the shape of an image where several words do: “portrait format 4:5”. */
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token, toFiller } from '../tokens/token.ts';

/** Returns the words of a prompt; beside a shape in numbers its other names mean nothing of their own. */
export function nameShapes(tokens: readonly Token[]): readonly Token[] {
  return tokens.some(isNumbered)
    ? splitAfter(tokens, isDivider).flatMap((part) => namePart(part))
    : tokens;
}

function isNumbered(token: Token): boolean {
  return isOf(token, 'aspect') && /\d/u.test(token.text);
}

function namePart(part: readonly Token[]): readonly Token[] {
  const isOne =
    part.filter(isNumbered).length === 1 && !part.some((token) => isOf(token, 'instead', 'from'));
  return isOne
    ? part.map((token) =>
        isOf(token, 'aspect', 'site') && !isNumbered(token) ? toFiller(token) : token,
      )
    : part;
}
