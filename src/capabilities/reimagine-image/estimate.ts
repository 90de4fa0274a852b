import type { CapabilityEstimate } from '../form/estimate.ts';

/** An image has no length; measured with one of 2 megapixels and three requests. */
export const estimate: CapabilityEstimate = {
  resultMs: () => null,
  workMs: () => 4000,
};
