import { BLENDSHAPE_COUNT } from '../../packs/recognise/talk/blendshape-signature.ts';
import { clamp } from '../../vision/math.ts';
import type { MouthMeasures } from '../mouth/measures.ts';

/** Indices of the mouth weights in ARKit's (alphabetical) order. */
const [JAW_OPEN, MOUTH_CLOSE, FUNNEL, PUCKER] = [24, 26, 31, 37];
const LOWER_DOWN = [33, 34];
const SMILE = [43, 44];
const STRETCH = [45, 46];
const UPPER_UP = [47, 48];

/** Mouth change at a weight of 1, in widths; tuned so that a clear "ah" opens as in an average person. */
const OPEN = { jaw: 0.55, lower: 0.12, upper: 0.08 };
const WIDE = { smile: 0.12, stretch: 0.1, pucker: -0.22, funnel: -0.12 };
const JAW = 0.22;
const LIFT = 0.05;
/** Limits of a speaking mouth. */
const WIDEST_OPEN = 0.4;
const [NARROWEST, WIDEST] = [-0.25, 0.15];

/** Converts 52 blendshape weights, from index `at` on, to a mouth against rest. */
export function toMouthOfWeights(weights: Float32Array, at = 0): MouthMeasures {
  const one = (place: number): number => clamp(weights[at + place]!, 0, 1);
  const mean = (places: readonly number[]): number =>
    places.reduce((sum, place) => sum + one(place) / places.length, 0);
  const upper = mean(UPPER_UP);
  const parted = OPEN.jaw * (one(JAW_OPEN) - one(MOUTH_CLOSE));
  const wide =
    WIDE.smile * mean(SMILE) +
    WIDE.stretch * mean(STRETCH) +
    WIDE.pucker * one(PUCKER) +
    WIDE.funnel * one(FUNNEL);
  return {
    open: clamp(parted + OPEN.lower * mean(LOWER_DOWN) + OPEN.upper * upper, 0, WIDEST_OPEN),
    wide: clamp(wide, NARROWEST, WIDEST),
    jaw: JAW * one(JAW_OPEN),
    lift: LIFT * upper,
  };
}

/** Returns the number of weight vectors in a list; 0 for another length. */
export function countMoments({ length }: Float32Array): number {
  return length % BLENDSHAPE_COUNT === 0 ? length / BLENDSHAPE_COUNT : 0;
}
