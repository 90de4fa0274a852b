/** How soft and how grainy a drawn face has to be to go with the frame around it. */
import type { Detail } from './blend-patch.ts';

/** How much of what it takes to be as soft as the frame: soft pictures would take the features of a source away. */
const SOFTER_WEIGHT = 0.7;
/** And by the edges of features: softness per squared pixel of blur that misses, and the most of either. */
const SOFTNESS_OF_BLUR = 2;
const MOST_SOFTNESS = 0.9;
/** What makes the drawing as soft as the frame on the whole, by the part by which that is less fine: edges never make it softer, as lips and brows of some faces end softly in a sharp picture. */
const AS_SOFT = 1.05;
const SHARPER_WEIGHT = 0.8;
const GRAIN_WEIGHT = 0.6;
const MOST_GRAIN = 0.6;

/**
 * Sets how a drawing is made like a frame that is `finer` times as fine in its skin, and whose edges are `softer` by that
 * variance of blur (squared pixels).
 */
export function setDrawnDetail(detail: Detail, finer: number, softer: number): void {
  const bySkin =
    finer < 1
      ? (1 - finer) * SOFTER_WEIGHT
      : -Math.min(SHARPER_WEIGHT, (finer - 1) * SHARPER_WEIGHT);
  const asSoft = Math.max(0, 1 - finer) * AS_SOFT;
  const byEdges = softer > 0 ? Math.min(softer * SOFTNESS_OF_BLUR, asSoft) : bySkin;
  detail.softness = Math.min(MOST_SOFTNESS, Math.max(bySkin, byEdges));
  detail.grain = Math.max(0, Math.min(MOST_GRAIN, (finer - 1) * GRAIN_WEIGHT));
}
