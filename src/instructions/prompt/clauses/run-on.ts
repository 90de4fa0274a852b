/** Splits wishes that nothing divides: “blur the background make my teeth whiter smooth my skin”. */
import type { InstructionRule } from '../../rule.ts';
import { findRule, type RuleMatch } from './match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Concepts beside which words far from each other may belong together. */
const BINDING = [
  'not',
  'nottoo',
  'except',
  'keep',
  'only',
  'less',
  'instead',
  'from',
  'to',
  'zu',
  'is',
  'too',
  'numbered',
  'identity',
  'splash',
  'quote',
  'there',
];
/** Largest number of words that are split. */
const MAX_WORDS = 16;
/** Concepts that a wish leaves over without a change of its meaning. */
const BESIDE = ['person', 'pronoun', 'picture', 'add', 'colourword'];

/**
 * Splits the words of a clause that names several parts so that one rule explains each piece wholly; null where there
 * is no such way or more than one.
 */
export function splitRunOn(
  tokens: readonly Token[],
  rules: readonly InstructionRule[],
): readonly (readonly Token[])[] | null {
  const parts = tokens.filter(
    (token) => isOf(token, ...targets) && !isOf(token, 'person', 'pronoun'),
  );
  if (
    parts.length < 2 ||
    tokens.length > MAX_WORDS ||
    tokens.some((token) => token.kind === 'unknown' || isOf(token, ...BINDING))
  ) {
    return null;
  }
  const ways = findWays(tokens, rules);
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

/** Returns the ways with the fewest pieces. */
function findWays(
  tokens: readonly Token[],
  rules: readonly InstructionRule[],
): readonly (readonly (readonly Token[])[])[] {
  const best: (readonly (readonly Token[])[])[][] = [[[]]];
  for (let end = 1; end <= tokens.length; end += 1) {
    const ways = best.flatMap((before, start) => {
      const piece = tokens.slice(start, end);
      return before.length > 0 && isWish(piece, rules) ? before.map((way) => [...way, piece]) : [];
    });
    const fewest = Math.min(...ways.map(({ length }) => length));
    best.push(ways.filter(({ length }) => length === fewest));
  }
  return best.at(-1) ?? [];
}

/** Returns whether one rule explains all words of a piece. */
function isWish(piece: readonly Token[], rules: readonly InstructionRule[]): boolean {
  const match: RuleMatch | null = findRule(rules, piece);
  if (match === null || match.rule.make === null) {
    return false;
  }
  const left = piece.filter((token) => !match.used.includes(token));
  const isPlaced =
    match.rule.canConfine && left.filter((token) => isOf(token, ...targets)).length <= 1;
  return left.every((token) => isOf(token, ...BESIDE) || (isPlaced && isOf(token, ...targets)));
}
