/** What adjectives beside a part, or joined by “and”, share. */
import type { Clause } from '../clauses/clauses.ts';
import { grammar } from '../tokens/grammar.ts';
import type { RuleMatch } from '../clauses/match-rule.ts';
import type { ReadState } from './read-state.ts';
import { type StepRegion, stepRegions } from '../../step.ts';
import { isOf, type Token } from '../tokens/token.ts';

/**
 * Finds the part that an adjective stands beside although another wish of the clause takes it, too: “a brighter studio
 * wall”, “blurred background darker”.
 */
export function findBeside(used: readonly Token[], { tokens, all }: Clause): StepRegion | null {
  const effect = used.find((token) => isOf(token, 'g') && grammar.anyComparatives.test(token.text));
  if (effect === undefined || used.some((token) => isOf(token, 'picture', 'colourword', 'light'))) {
    return null;
  }
  const at = all.findIndex((token) => token.at.some((one) => effect.at.includes(one)));
  const [next] = at < 0 ? [] : all.slice(at + 1, at + 2);
  const before = all.slice(0, Math.max(0, at)).findLast((token) => !isOf(token, 'amount'));
  const beside =
    next !== undefined && tokens.includes(next) && next.kind === 'known' ? next : before;
  if (beside === undefined || used.includes(beside)) {
    return null;
  }
  return isOf(beside, 'studio', 'wall')
    ? 'background'
    : (stepRegions.find((region) => isOf(beside, region)) ?? null);
}

/** A match with the words that it leaves, and those that waited for it since the clause before. */
interface BareMatch extends RuleMatch {
  readonly left: readonly Token[];
  readonly carried: readonly Token[];
}

/**
 * Finds the degree that a wish shares with the one before it: “a bit brighter and clearer”, “contrast and brightness a bit
 * up”.
 */
export function findSharedDegree(
  { used, rule, left, carried }: BareMatch,
  clause: Clause,
  { wishes }: ReadState,
): readonly Token[] {
  const last = wishes.at(-1);
  if (last === undefined || last.sentence !== clause.sentence || rule.make === null) {
    return [];
  }
  const isAdded =
    clause.isJoined &&
    !clause.isNew &&
    left.length === 0 &&
    used.every(isComparative) &&
    last.used.some(isComparative);
  const isAxis =
    !used.some((token) => isOf(token, 'amount')) &&
    carried.some(
      (token) =>
        isOf(token, 'axis') &&
        used.some(({ at }) => at.some((one) => token.at.includes(one))) &&
        !last.used.some(({ at }) => at.some((one) => token.at.includes(one))),
    );
  return isAdded || isAxis
    ? last.used
        .filter(({ concepts }) => concepts.includes('amount:0.35'))
        .slice(0, 1)
        .map((token) => ({ ...token, concepts: ['amount:0.35'], text: '', at: [] }))
    : [];
}

function isComparative(token: Token): boolean {
  return isOf(token, 'g', 'sharpen') && grammar.anyComparatives.test(token.text);
}
