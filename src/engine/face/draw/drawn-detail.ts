/** Matches the softness and grain of a drawn face to the frame around it. */
import type { Detail, SkinDetail } from './blend-patch.ts';

/** Difference between neighbouring pixels that is due to rounding, in steps of luma. */
const ROUNDING = 0.08;
/** Softness per missing fraction of the skin's detail: it takes away the finest detail first. */
const SOFTER_WEIGHT = 1.4;
/** Softness per squared pixel of blur that drawn edges lack, and the maximum softness from skin or edges. */
const SOFTNESS_OF_BLUR = 2;
const MAX_SOFTNESS = 0.9;
/**
 * Softness that matches the whole frame, per fraction of detail that is missing below `AS_FINE`. It limits the softness
 * from feature edges, as those of some faces are soft even in a sharp frame. The skin of blurred frames seems finer than
 * it is by the noise of their camera and codec.
 */
const AS_SOFT = 1.6;
const AS_FINE = 1.3;
/** Sharpening per additional fraction of detail in the frame, which is also the maximum. */
const SHARPER_WEIGHT = 0.8;
/** Amplitude of grain per mean difference in the skin of the frame: more is an edge, or hair of a beard. */
const GRAIN_RANGE = 2;

/**
 * Sets the detail of a drawing for a frame whose skin has other `skin` detail and whose feature edges have `softer`
 * more blur variance (squared pixels).
 */
export function setDrawnDetail(detail: Detail, skin: Readonly<SkinDetail>, softer: number): void {
  const finer = (skin.seen + ROUNDING) / (skin.drawn + ROUNDING);
  const bySkin =
    finer < 1
      ? (1 - finer) * SOFTER_WEIGHT
      : -Math.min(SHARPER_WEIGHT, (finer - 1) * SHARPER_WEIGHT);
  const asSoft = Math.max(0, AS_FINE - finer) * AS_SOFT;
  const byEdges = softer > 0 ? Math.min(softer * SOFTNESS_OF_BLUR, asSoft) : bySkin;
  detail.softness = Math.min(MAX_SOFTNESS, Math.max(bySkin, byEdges));
  // Grain and drawing are independent, so their squares add up.
  detail.grain = finer > 1 ? Math.sqrt(1 - 1 / (finer * finer)) : 0;
  detail.maxGrain = GRAIN_RANGE * skin.seen;
}

/** Interpolates a detail towards another: 0 keeps it, 1 replaces it. */
export function approachDetail(detail: Detail, wanted: Readonly<Detail>, weight: number): void {
  detail.softness += (wanted.softness - detail.softness) * weight;
  detail.grain += (wanted.grain - detail.grain) * weight;
  detail.maxGrain += (wanted.maxGrain - detail.maxGrain) * weight;
}
