import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Swaps the head of a person in an image for that of a photo. */
export const faceSwapImage = {
  feature: 'face_swap_image',
  operation: 'submitFaceSwapImage',
  result: 'image',
  symbol: 'scan_face',
  texts,
  fields: { image_key: { aim: 'head' }, face_key: { aim: 'head' } },
  hints: { person: { beside: 'image_key' }, other_face_keys: { beside: 'image_key', aim: 'head' } },
  estimate,
} as const satisfies CapabilityDefinition;
