import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Swaps the faces of people in a video for those of photos. */
export const faceSwap = {
  feature: 'face_swap',
  operation: 'submitFaceSwap',
  result: 'video',
  symbol: 'clapperboard',
  texts,
  fields: { video_key: { aim: 'people' }, face_key: { aim: 'face' } },
  hints: { person: { beside: 'video_key' }, other_face_keys: { beside: 'video_key', aim: 'face' } },
  estimate,
} as const satisfies CapabilityDefinition;
