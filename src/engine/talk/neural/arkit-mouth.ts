import { BLENDSHAPE_COUNT } from '../../packs/recognise/talk/blendshape-signature.ts';
import { clamp } from '../../vision/math.ts';
import type { MouthMeasures } from '../mouth/measures.ts';

/** Places of the weights that move a mouth, in the order of ARKit, which is that of the alphabet. */
const [JAW_OPEN, MOUTH_CLOSE, FUNNEL, PUCKER] = [24, 26, 31, 37];
const LOWER_DOWN = [33, 34];
const SMILE = [43, 44];
const STRETCH = [45, 46];
const UPPER_UP = [47, 48];

/** How far weights of 1 move a mouth, in widths; by hand, so that a clear "ah" opens it as an average person does. */
const OPEN = { jaw: 0.55, lower: 0.12, upper: 0.08 };
const WIDE = { smile: 0.12, stretch: 0.1, pucker: -0.22, funnel: -0.12 };
const JAW = 0.22;
const LIFT = 0.05;
/** No mouth that speaks goes further. */
const WIDEST_OPEN = 0.4;
const [NARROWEST, WIDEST] = [-0.25, 0.15];

/** The mouth that 52 weights of a face show, against the mouth at rest. `at`: where they begin. */
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

/** How many moments a list of weights holds; 0 where it holds anything else. */
export function countMoments({ length }: Float32Array): number {
  return length % BLENDSHAPE_COUNT === 0 ? length / BLENDSHAPE_COUNT : 0;
}
