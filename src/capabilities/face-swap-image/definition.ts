import type { CapabilityDefinition } from '../definition.ts';

/** Puts the head of a photo on a person of a picture. */
export const faceSwapImage = {
  feature: 'face_swap_image',
  operation: 'submitFaceSwapImage',
  result: 'image',
} as const satisfies CapabilityDefinition;
