import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Talking portrait: animates a portrait with a script or a recording. */
export const avatar = {
  feature: 'avatar',
  operation: 'submitAvatar',
  result: 'video',
  symbol: 'portrait',
  texts,
  fields: { image_key: { aim: 'portrait' } },
  hints: { transcript: { beside: 'audio_key' } },
  estimate,
} as const satisfies CapabilityDefinition;
