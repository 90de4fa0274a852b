import type { MouthMeasures } from '../mouth/measures.ts';

/** How much each measure counts. */
const WEIGHTS: MouthMeasures = { open: 1, wide: 1, jaw: 0.35, lift: 0.5 };
/** Below this a mouth counts as closed, which looks unlike any that is open, however little: teeth are seen through the gap. */
const CLOSED_BELOW = 0.02;
const CLOSED_COST = 0.003;

/** Whether lips touch, as far as a mesh can tell. */
export function isClosedMouth({ open }: MouthMeasures): boolean {
  return open < CLOSED_BELOW;
}

/** How unlike two mouths are: a square of widths. */
export function mouthDistance(one: MouthMeasures, other: MouthMeasures): number {
  const open = WEIGHTS.open * (one.open - other.open);
  const wide = WEIGHTS.wide * (one.wide - other.wide);
  const jaw = WEIGHTS.jaw * (one.jaw - other.jaw);
  const lift = WEIGHTS.lift * (one.lift - other.lift);
  const isOther = isClosedMouth(one) !== isClosedMouth(other);
  return open * open + wide * wide + jaw * jaw + lift * lift + (isOther ? CLOSED_COST : 0);
}
