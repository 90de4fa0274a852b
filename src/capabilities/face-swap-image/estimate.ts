import type { CapabilityEstimate } from '../form/estimate.ts';

/** A picture has no length; measured with one of 720 by 576. */
export const estimate: CapabilityEstimate = {
  resultMs: () => null,
  workMs: () => 1200,
};
