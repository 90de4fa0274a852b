/** Lowers the strength of what is to look natural: “whiter teeth, but natural”, “smoother skin, nobody should notice”. */
import type { InstructionText } from '../../language-words.ts';
import type { WishStep } from '../../live-step.ts';
import { reasons } from '../../rules/reasons.ts';
import type { KeptPart } from '../reading/read-state.ts';
import { grammar } from '../tokens/grammar.ts';
import { isOf, textOf, type Token } from '../tokens/token.ts';
import type { Planned } from './planned.ts';

/** Steps whose strength decides whether they look natural. */
const KINDS = [
  'smooth_skin',
  'whiten_teeth',
  'lighten_under_eyes',
  'reduce_shine',
  'reduce_redness',
  'reshape',
  'blush',
  'sharpen',
];
const GRADES = ['brighter', 'warmer', 'cooler', 'more_contrast', 'more_saturated'];
const PARTS = ['lips', 'brows', 'eyes'];
const SLIGHT = 0.35;
const USUAL = 0.65;

/** Returns wishes with less strength where a prompt asks for a natural result. */
export function restrain(planned: readonly Planned[], kept: readonly KeptPart[]): Planned[] {
  return kept.some(isRestraint)
    ? planned.map((plan) =>
        isNumbered(plan) ? plan : { ...plan, steps: plan.steps.map((step) => weaken(step)) },
      )
    : [...planned];
}

/** Returns what a request for a natural result does to wishes; null where it lowers none. */
export function findRestraint(part: KeptPart, planned: readonly Planned[]): InstructionText | null {
  const isDone = planned.some((plan) => !isNumbered(plan) && plan.steps.some(hasStrength));
  return isDone && isRestraint(part) ? reasons.restrained : null;
}

function isRestraint({ regions, tokens, isIdentity }: KeptPart): boolean {
  return isIdentity && regions.length === 0 && grammar.restraint.test(textOf(tokens));
}

/** Returns whether a wish names its strength in numbers. */
function isNumbered({ wish }: Planned): boolean {
  return wish.used.some((token: Token) => isOf(token, 'amount') && /\d/.test(token.text));
}

function hasStrength(step: WishStep): boolean {
  return (
    'amount' in step &&
    (KINDS.includes(step.kind) ||
      (step.kind === 'grade' && GRADES.includes(step.grade)) ||
      (step.kind === 'part_colour' && PARTS.includes(step.part)))
  );
}

function weaken(step: WishStep): WishStep {
  return hasStrength(step) && 'amount' in step && typeof step.amount === 'number'
    ? { ...step, amount: step.amount === 1 ? USUAL : Math.min(step.amount, SLIGHT) }
    : step;
}
