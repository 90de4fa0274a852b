import type { CapabilityDefinition } from '../definition.ts';

/** Speaks a text with a voice of the catalogue. */
export const textToSpeech = {
  feature: 'text_to_speech',
  operation: 'submitTextToSpeech',
  result: 'audio',
} as const satisfies CapabilityDefinition;
