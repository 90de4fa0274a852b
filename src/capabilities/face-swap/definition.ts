import type { CapabilityDefinition } from '../definition.ts';

/** Puts the face of a photo on the people of a video. */
export const faceSwap = {
  feature: 'face_swap',
  operation: 'submitFaceSwap',
  result: 'video',
} as const satisfies CapabilityDefinition;
