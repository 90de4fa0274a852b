import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Replaces the person of a clip with the person of an image. */
export const identitySwap = {
  feature: 'identity_swap',
  operation: 'submitIdentitySwap',
  result: 'video',
  symbol: 'exchange',
  texts,
  fields: {
    video_key: { aim: 'driver' },
    character_key: { aim: 'body' },
    prompt: { isAdvanced: true },
    resolution: { isAdvanced: true },
  },
  hints: { joints: { beside: 'character_key' } },
  estimate,
} as const satisfies CapabilityDefinition;
