/** Names what a wish is not to reach: “brighter, but only me, not the wall”. */
import { grammar } from '../tokens/grammar.ts';
import { isDivider, splitAfter } from '../clauses/segments.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Concepts beside which a wall is one that is to be made. */
const MADE = 'colour infront studio replace numbered place material remove text quote add'.split(
  ' ',
);

/** Returns the words of a prompt; the wall that a wish is confined to, or that it spares, is the background. */
export function nameSpared(tokens: readonly Token[]): readonly Token[] {
  return tokens.some((token) => isOf(token, 'only', 'not', 'except'))
    ? splitAfter(tokens, isDivider).flatMap((part) =>
        part.some((token) => isOf(token, 'only', 'not', 'except'))
          ? nameWall(nameJust(part))
          : part,
      )
    : tokens;
}

/** Reads “just me not the room” as only the people. */
function nameJust(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    ({ text, kind }, index) =>
      kind === 'filler' &&
      grammar.justly.test(text) &&
      isOf(part[index + 1] ?? { text, concepts: [], kind, at: [] }, 'person', 'face'),
  );
  const just = part[at];
  return just !== undefined && part.slice(at).some((token) => isOf(token, 'not'))
    ? part.with(at, { ...just, kind: 'known', concepts: ['only'] })
    : part;
}

function nameWall(part: readonly Token[]): readonly Token[] {
  const isLimit =
    part.some((token) => isOf(token, 'only', 'not', 'except')) &&
    !part.some((token) => isOf(token, ...MADE));
  const isNamed = part.some((token) => isOf(token, 'background'));
  return isLimit
    ? part.map((token, at) =>
        isOf(token, 'wall') &&
        grammar.walls.test(token.text) &&
        grammar.definites.test(part[at - 1]?.text ?? '')
          ? // “Only the wall behind me”
            isNamed
            ? { ...token, kind: 'filler', concepts: [] }
            : { ...token, concepts: ['background'] }
          : token,
      )
    : part;
}
