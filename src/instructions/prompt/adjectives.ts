/** What adjectives beside a part, or joined by “and”, share. */
import type { Clause } from './clauses.ts';
import { grammar } from './grammar.ts';
import type { RuleMatch } from './match-rule.ts';
import type { ReadState } from './read-state.ts';
import { type StepRegion, stepRegions } from '../step.ts';
import { isOf, type Token } from './token.ts';

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

/** Finds the degree that an adjective after “and” shares with the one before it: “a bit brighter and clearer”. */
export function findSharedDegree(
  { used, rule }: RuleMatch,
  left: readonly Token[],
  clause: Clause,
  { wishes }: ReadState,
): readonly Token[] {
  const last = wishes.at(-1);
  const isShared =
    last !== undefined &&
    last.sentence === clause.sentence &&
    clause.isJoined &&
    !clause.isNew &&
    rule.make !== null &&
    left.length === 0 &&
    used.every(
      (token) => isOf(token, 'g', 'sharpen') && grammar.anyComparatives.test(token.text),
    ) &&
    last.used.some((token) => isOf(token, 'g') && grammar.anyComparatives.test(token.text));
  return isShared
    ? last.used
        .filter(({ concepts }) => concepts.includes('amount:0.35'))
        .slice(0, 1)
        .map((token) => ({ ...token, concepts: ['amount:0.35'], text: '', at: [] }))
    : [];
}
