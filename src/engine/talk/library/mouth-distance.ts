import type { MouthMeasures } from '../mouth/measures.ts';

/** Weight of each measure in the distance. */
const WEIGHTS: MouthMeasures = { open: 1, wide: 1, jaw: 0.35, lift: 0.5 };
/**
 * Gap below which a mouth counts as closed, and the cost between a closed and an open mouth: even a small gap shows
 * teeth.
 */
const CLOSED_BELOW = 0.02;
const CLOSED_COST = 0.003;

/** Returns whether lips touch, within the accuracy of a mesh. */
export function isClosedMouth({ open }: MouthMeasures): boolean {
  return open < CLOSED_BELOW;
}

/** Returns the distance of two mouths, in widths squared. */
export function mouthDistance(one: MouthMeasures, other: MouthMeasures): number {
  const open = WEIGHTS.open * (one.open - other.open);
  const wide = WEIGHTS.wide * (one.wide - other.wide);
  const jaw = WEIGHTS.jaw * (one.jaw - other.jaw);
  const lift = WEIGHTS.lift * (one.lift - other.lift);
  const isOther = isClosedMouth(one) !== isClosedMouth(other);
  return open * open + wide * wide + jaw * jaw + lift * lift + (isOther ? CLOSED_COST : 0);
}
