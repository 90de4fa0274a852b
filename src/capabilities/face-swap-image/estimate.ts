import type { CapabilityEstimate } from '../form/estimate.ts';

/** An image has no length; measured with one of 720 × 576. */
export const estimate: CapabilityEstimate = {
  resultMs: () => null,
  workMs: () => 1200,
};
