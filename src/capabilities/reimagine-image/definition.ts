import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Changes images by a prompt. */
export const reimagineImage = {
  feature: 'reimagine_image',
  operation: 'submitReimagineImage',
  result: 'image',
  symbol: 'wand',
  texts,
  estimate,
  instructions: 'pictures',
} as const satisfies CapabilityDefinition;
