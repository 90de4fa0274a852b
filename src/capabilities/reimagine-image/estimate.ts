import type { CapabilityEstimate } from '../form/estimate.ts';

/** A picture has no length; measured with one of 2 megapixels and three wishes. */
export const estimate: CapabilityEstimate = {
  resultMs: () => null,
  workMs: () => 4000,
};
