/** Names what a wish is not to reach: “brighter, but only me, not the wall”. */
import { grammar } from '../tokens/grammar.ts';
import { targets } from '../tokens/concepts.ts';
import { isDivider, isSaid, splitAfter } from '../clauses/segments.ts';
import {
  isNegation,
  isOf,
  mergeTokens,
  NO_TOKEN,
  textOf,
  type Token,
  toFiller,
} from '../tokens/token.ts';

/** Concepts beside which a wall is one that is to be made. */
const MADE = 'colour infront studio replace numbered place material remove text quote add'.split(
  ' ',
);

/** Returns the words of a prompt; the wall that a wish is confined to, or that it spares, is the background. */
export function nameSpared(given: readonly Token[]): readonly Token[] {
  const joined = joinLikeness(given);
  const tokens = joined.some((token) => isOf(token, 'hide'))
    ? splitAfter(joined, isDivider).flatMap(exemptSomebody)
    : joined;
  return tokens.some((token) => isOf(token, 'only', 'not', 'except'))
    ? splitAfter(tokens, isDivider).flatMap((part) =>
        part.some((token) => isOf(token, 'only', 'not', 'except'))
          ? nameWall(nameJust(leaveAlso(part)))
          : part,
      )
    : tokens;
}

/** Joins what is to stay recognisable together: “keep my hair and my headphones recognisable”. */
function joinLikeness(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(
    (token) => isOf(token, 'identity') && grammar.recognisable.test(token.text),
  );
  const start = tokens.findLastIndex((token, at) => at < end && isOf(token, 'keep'));
  const between = tokens.slice(start + 1, Math.max(0, end));
  const isList =
    start >= 0 &&
    between.some(isDivider) &&
    between.every(
      (token) => token.kind === 'filler' || isOf(token, 'and', 'object', 'garment', ...targets),
    );
  return isList
    ? tokens.map((token): Token =>
        between.includes(token) && isDivider(token) ? toFiller(token) : token,
      )
    : tokens;
}

/** Reads “…, ich schon” after who is not to be recognised as people that are left out. */
function exemptSomebody(part: readonly Token[]): readonly Token[] {
  const said = part.filter((token) => !isDivider(token));
  return said.length > 1 && grammar.exemptions.test(textOf(said))
    ? [
        { ...mergeTokens('except', ...said), concepts: ['except', 'person'] },
        ...part.filter(isDivider),
      ]
    : part;
}

/** Reads “not only me” as no limit: what else is meant is left open. */
function leaveAlso(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    (token, index) =>
      (isNegation(token) || isOf(token, 'except')) &&
      isOf(part[index + 1] ?? token, 'only') &&
      part
        .slice(index + 1)
        .filter(isSaid)
        .slice(0, 2)
        .some((next) => isOf(next, 'wall', ...targets)),
  );
  return at < 0
    ? part
    : part.map((token, index) =>
        index === at || index === at + 1 ? { ...token, kind: 'unknown', concepts: [] } : token,
      );
}

/** Reads “just me not the room” as only the people. */
function nameJust(part: readonly Token[]): readonly Token[] {
  const at = part.findIndex(
    ({ text, kind }, index) =>
      kind === 'filler' &&
      grammar.justly.test(text) &&
      isOf(part[index + 1] ?? NO_TOKEN, 'person', 'face'),
  );
  const just = part[at];
  return just !== undefined && part.slice(at).some((token) => isOf(token, 'not'))
    ? part.with(at, { ...just, kind: 'known', concepts: ['only'] })
    : part;
}

function isOfSelf({ text }: Token): boolean {
  return grammar.firstPerson.test(text) || grammar.selfContracted.test(text);
}

/** Returns whether a wish is confined to a wall and to what follows: “only the wall and me”. */
function isOneOfSeveral(part: readonly Token[]): boolean {
  const [wall, and] = part.filter((token) => token.kind !== 'filler').slice(-2);
  return (
    wall !== undefined &&
    and !== undefined &&
    isOf(wall, 'wall') &&
    isOf(and, 'and') &&
    !part.some((token) => isOf(token, 'not', 'except'))
  );
}

function nameWall(part: readonly Token[]): readonly Token[] {
  const limit = part.findIndex((token) => isOf(token, 'only', 'not', 'except'));
  const isLimit =
    limit >= 0 &&
    // “I am not on the wall” says how the image is.
    !part.slice(0, limit).some((token) => isOf(token, 'is') || isOfSelf(token)) &&
    !isOneOfSeveral(part) &&
    !part.some((token) => isOf(token, ...MADE));
  const isNamed = part.some((token) => isOf(token, 'background'));
  return isLimit
    ? part.map((token, at) =>
        isOf(token, 'wall') &&
        grammar.walls.test(token.text) &&
        grammar.definites.test(part[at - 1]?.text ?? '')
          ? // “Only the wall behind me”
            isNamed
            ? toFiller(token)
            : { ...token, concepts: ['background'] }
          : token,
      )
    : part;
}
