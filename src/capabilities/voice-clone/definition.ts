import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Synthesises a text with a voice matched to a sample. */
export const voiceClone = {
  feature: 'voice_clone',
  operation: 'submitVoiceClone',
  result: 'audio',
  symbol: 'sound',
  texts,
  fields: { voice_sample_key: { aim: 'voice' } },
  estimate,
} as const satisfies CapabilityDefinition;
