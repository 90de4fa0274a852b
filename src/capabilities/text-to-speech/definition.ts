import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Synthesises a text with a voice of the catalogue. */
export const textToSpeech = {
  feature: 'text_to_speech',
  operation: 'submitTextToSpeech',
  result: 'audio',
  symbol: 'message',
  texts,
  estimate,
} as const satisfies CapabilityDefinition;
