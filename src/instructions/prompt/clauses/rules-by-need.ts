/** Finds the rules that the words of a clause can match, by what they need. */
import type { InstructionRule } from '../../rule.ts';

/** A rule and the alternatives of each of its needs. */
interface PreparedRule {
  readonly rule: InstructionRule;
  readonly needs: readonly (readonly string[])[];
  readonly order: number;
}

/** Rules by the alternatives of their first need: few of them can match the words of a clause. */
type RulesByNeed = ReadonlyMap<string, readonly PreparedRule[]>;

const prepared = new WeakMap<readonly InstructionRule[], RulesByNeed>();

function prepareRules(rules: readonly InstructionRule[]): RulesByNeed {
  const known = prepared.get(rules);
  if (known !== undefined) {
    return known;
  }
  const byNeed = new Map<string, PreparedRule[]>();
  for (const [order, rule] of rules.entries()) {
    const needs = rule.needs.map(splitNeed);
    const made = { rule, needs, order };
    for (const kind of needs[0] ?? []) {
      byNeed.set(kind, [...(byNeed.get(kind) ?? []), made]);
    }
  }
  prepared.set(rules, byNeed);
  return byNeed;
}

/** Returns the rules whose needs some concepts and kinds can fulfil, in the order of the list. */
export function findCandidates(
  rules: readonly InstructionRule[],
  present: ReadonlySet<string>,
): readonly InstructionRule[] {
  const byNeed = prepareRules(rules);
  const found = new Set<PreparedRule>();
  for (const kind of present) {
    for (const candidate of byNeed.get(kind) ?? []) {
      if (canMatch(candidate.needs, present)) {
        found.add(candidate);
      }
    }
  }
  return [...found].toSorted((a, b) => a.order - b.order).map(({ rule }) => rule);
}

function canMatch(needs: readonly (readonly string[])[], present: ReadonlySet<string>): boolean {
  return needs.every((kinds) => kinds.some((kind) => present.has(kind)));
}

const alternatives = new Map<string, readonly string[]>();

/** Returns the alternatives of a need; splitting each anew took half of the time of a long prompt. */
export function splitNeed(need: string): readonly string[] {
  const known = alternatives.get(need);
  if (known !== undefined) {
    return known;
  }
  const split = need.split('|');
  alternatives.set(need, split);
  return split;
}
