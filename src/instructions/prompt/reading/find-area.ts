/** Finds where a wish is done: “my face brighter, the rest darker”. */
import type { Clause } from '../clauses/clauses.ts';
import type { RuleMatch } from '../clauses/match-rule.ts';
import { type StepRegion, stepRegions } from '../../step.ts';
import { findBeside } from './adjectives.ts';
import { findBeyond, findColoured, type FoundWhere } from './find-parts.ts';
import { grammar } from '../tokens/grammar.ts';
import { REST } from './read-kept.ts';
import { changesSeveral, namesDetails, type ReadState, type ReadWish } from './read-state.ts';
import { isOf, type Token } from '../tokens/token.ts';

/** Wishes whose region is the excepted part, not the changed one. */
export const INVERTED_RULES: ReadonlySet<string> = new Set([
  'black_and_white_except',
  'black_and_white_beside',
]);

function findRegion(last: ReadWish | undefined, clause: Clause): StepRegion | null {
  return last === undefined || last.sentence !== clause.sentence
    ? null
    : (last.where?.region ??
        stepRegions.find((region) => last.rule.touches.includes(region)) ??
        null);
}

/** Finds the part that a wish is confined to. */
export function findWhere(
  { rule, used, isNegated }: RuleMatch,
  left: readonly Token[],
  clause: Clause,
  state: ReadState,
): FoundWhere {
  const nowhere = { where: null, tokens: [] };
  if (!rule.canConfine || isNegated) {
    return nowhere;
  }
  const others = left.find(({ concepts }) => concepts.includes(REST));
  const before = others === undefined ? null : findRegion(state.wishes.at(-1), clause);
  if (others !== undefined && changesSeveral(state)) {
    // “Shirt red, lips red, everything else grey” leaves out more than one part.
    return nowhere;
  }
  if (others !== undefined && before !== null) {
    return { where: { region: before, isInverted: true }, tokens: [others] };
  }
  const turning = [...left, ...used].find((token) => isOf(token, 'except', 'only', 'keep'));
  const beyond = findBeyond(left, used);
  if (beyond !== null) {
    return beyond;
  }
  const isStyle = rule.topic === 'style';
  if (INVERTED_RULES.has(rule.id) && namesDetails([...left, ...used])) {
    return nowhere;
  }
  const region = INVERTED_RULES.has(rule.id)
    ? findColoured([...left, ...used])
    : stepRegions.find((name) =>
        (isStyle && turning !== undefined ? [...left, ...used] : left).some((token) =>
          isOf(token, name),
        ),
      );
  if (region !== undefined && (!isStyle || turning !== undefined || region === 'background')) {
    const tokens = left.filter(
      (token) =>
        isOf(token, region, 'person', 'pronoun') ||
        token === turning ||
        (turning !== undefined && isOf(turning, 'except') && isOf(token, 'colour')),
    );
    const isInverted =
      INVERTED_RULES.has(rule.id) || (turning !== undefined && isOf(turning, 'except'));
    return { where: { region, isInverted }, tokens };
  }
  if (isStyle && used.some((token) => isOf(token, 'face'))) {
    // “my face as an oil painting”
    return { where: { region: 'face', isInverted: false }, tokens: [] };
  }
  const pronoun = left.find((token) => isOf(token, 'pronoun'));
  if (pronoun !== undefined && !isStyle) {
    return { where: { region: state.region ?? 'person', isInverted: false }, tokens: [pronoun] };
  }
  const beside = findBeside(used, clause);
  if (beside !== null) {
    return { where: { region: beside, isInverted: false }, tokens: [] };
  }
  const isBare = left.length === 0 && used.every(isAdjective);
  return isBare && clause.isJoined && !clause.isNew && state.region !== null && isPredicate(state)
    ? { where: { region: state.region, isInverted: false }, tokens: [] }
    : nowhere;
}

function isAdjective(token: Token): boolean {
  return (
    isOf(token, 'mono', 'amount') ||
    // “Less bright”, “nicht so hell”
    (isOf(token, 'g') && grammar.plainTones.test(token.text.split(' ').at(-1) ?? '')) ||
    (token.at.length === 1 &&
      (isOf(token, 'g') || (isOf(token, 'sharpen') && grammar.anyComparatives.test(token.text))))
  );
}

/**
 * Returns whether the last wish states how a part should be, which an adjective after “and” continues: “the background
 * blurred and darker”. “A blurred background and warmer” and “a white background and darker” go on about the whole image.
 */
function isPredicate({ wishes, region, sentence }: ReadState): boolean {
  const last = wishes.at(-1);
  if (last === undefined || region === null || last.sentence !== sentence) {
    return false;
  }
  const inOrder = last.used.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
  const part = inOrder.findIndex((token) => isOf(token, region));
  const effect = inOrder.findIndex((token) =>
    isOf(token, 'g', 'blur', 'mono', 'bokeh', 'sharpen', 'smooth', 'colour'),
  );
  return part < 0 ? last.where?.region === region : part < effect;
}
