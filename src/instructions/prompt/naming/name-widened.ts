/** Names a shape that another clause gives to what is widened: “wider on both sides, I need it as a 16:9 banner”. */
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, mergeTokens, type Token } from '../tokens/token.ts';

/** Concepts of words that ask for another shape of their own. */
const OTHERWISE = [
  'crop',
  'not',
  'except',
  'instead',
  'text',
  'quote',
  'collage',
  'border',
  'bars',
];

/** Returns the words of a prompt; what widens an image and its only shape are one word. */
export function nameWidened(tokens: readonly Token[]): readonly Token[] {
  const shapes = tokens.filter((token) => isOf(token, 'aspect'));
  const [shape] = shapes;
  if (
    shape === undefined ||
    shapes.length > 1 ||
    tokens.some((token) => isOf(token, ...OTHERWISE))
  ) {
    return tokens;
  }
  const parts = splitAfter(tokens, isDivider);
  const widens = (part: readonly Token[]): boolean =>
    part.some((token) => isOf(token, 'extend', 'widen')) ||
    ['wide', 'picture'].every((kind) => part.some((token) => isOf(token, kind)));
  const isTogether = parts.some((part) => part.includes(shape) && widens(part));
  const widening = isTogether ? undefined : parts.find(widens);
  const verb = widening?.find((token) => isOf(token, 'extend', 'widen', 'wide'));
  return verb === undefined
    ? tokens
    : tokens.flatMap((token) =>
        token === shape
          ? []
          : token === verb
            ? [{ ...mergeTokens('extend', verb, shape), concepts: ['extend', ...shape.concepts] }]
            : [token],
      );
}
