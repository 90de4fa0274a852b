import type { CapabilityDefinition } from '../definition.ts';

/** Speaks a text with a voice that is matched to a sample. */
export const voiceClone = {
  feature: 'voice_clone',
  operation: 'submitVoiceClone',
  result: 'audio',
} as const satisfies CapabilityDefinition;
