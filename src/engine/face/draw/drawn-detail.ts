/** Matches the softness and grain of a drawn face to the frame around it. */
import type { Detail } from './blend-patch.ts';

/**
 * Fraction of the skin's difference in detail that softens the drawing. All of it would erase features of the source in
 * soft frames.
 */
const SOFTER_WEIGHT = 0.7;
/** Softness per squared pixel of blur that drawn edges lack, and the maximum softness from skin or edges. */
const SOFTNESS_OF_BLUR = 2;
const MAX_SOFTNESS = 0.9;
/**
 * Softness that matches the whole frame, per missing fraction of detail. It limits the softness from feature edges, as
 * lips and brows of some faces have soft edges even in a sharp frame.
 */
const AS_SOFT = 1.05;
/** Sharpening and grain per additional fraction of detail in the frame; the first is also the maximum sharpening. */
const SHARPER_WEIGHT = 0.8;
const GRAIN_WEIGHT = 0.6;
const MAX_GRAIN = 0.6;

/**
 * Sets the detail of a drawing for a frame whose skin is `finer` times as detailed and whose feature edges have
 * `softer` more blur variance (squared pixels).
 */
export function setDrawnDetail(detail: Detail, finer: number, softer: number): void {
  const bySkin =
    finer < 1
      ? (1 - finer) * SOFTER_WEIGHT
      : -Math.min(SHARPER_WEIGHT, (finer - 1) * SHARPER_WEIGHT);
  const asSoft = Math.max(0, 1 - finer) * AS_SOFT;
  const byEdges = softer > 0 ? Math.min(softer * SOFTNESS_OF_BLUR, asSoft) : bySkin;
  detail.softness = Math.min(MAX_SOFTNESS, Math.max(bySkin, byEdges));
  detail.grain = Math.max(0, Math.min(MAX_GRAIN, (finer - 1) * GRAIN_WEIGHT));
}
