/** Reads parts that waited for the wish of a later one: “the hair and the lips red”. */
import { findRule, type RuleMatch } from '../clauses/match-rule.ts';
import { targets } from '../tokens/concepts.ts';
import { type ReadState, repeatForPart } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

interface WaitingContext {
  readonly sentence: number;
  readonly state: ReadState;
  /** Words that waited since the clause before. */
  readonly carried: readonly Token[];
}

/** Reads the parts that waited for a wish and returns what is left: “the hair and the lips red”. */
export function readWaiting(
  match: RuleMatch,
  after: readonly Token[],
  { sentence, state, carried }: WaitingContext,
): readonly Token[] {
  const { rule } = match;
  const colour = match.used.find((token) => isOf(token, 'colour'));
  const waiting = after.filter((token) => carried.length > 0 && isOf(token, ...targets));
  const isWaiting = carried.every((token) => isOf(token, ...targets));
  const alike = waiting.find(
    (token) =>
      isWaiting && carried.includes(token) && !isAttributive(state) && repeatForPart(state, token),
  );
  if (alike !== undefined) {
    return after.filter((token) => token !== alike);
  }
  if (
    colour !== undefined &&
    rule.needs.includes('colour') &&
    !after.some((token) => isOf(token, 'colour'))
  ) {
    for (const target of waiting) {
      const other = findRule(state.rules, [target, colour]);
      if (other !== null && other.rule.make !== null) {
        state.wishes.push({ ...other, used: [target], where: null, sentence, isStated: false });
        return after.filter((token) => token !== target);
      }
    }
  }
  return after;
}

/** Returns whether the last wish names its part after its effect: in “warmer hair and skin, cooler eyes” the skin is none of it. */
function isAttributive({ wishes }: ReadState): boolean {
  const used = (wishes.at(-1)?.used ?? []).filter(({ at }) => at.length > 0);
  const startOf = (kinds: readonly string[]): number | undefined =>
    used.find((token) => isOf(token, ...kinds))?.at[0];
  const effect = startOf(['g', 'sharpen', 'colour']);
  const part = startOf(targets);
  return effect !== undefined && part !== undefined && effect < part;
}
