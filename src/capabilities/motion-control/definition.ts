import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Additional views are only used when the character turns with the clip. */
const turning = { field: 'character_orientation', isOneOf: ['video'] };

/** Animates the person of an image with the motion of a clip. */
export const motionControl = {
  feature: 'motion_control',
  operation: 'submitMotionControl',
  result: 'video',
  symbol: 'walk',
  texts,
  fields: {
    image_key: { aim: 'body' },
    video_key: { aim: 'driver' },
    max_duration_sec: { presets: [5, 10, 30] },
    prompt: { isAdvanced: true },
    negative_prompt: { isAdvanced: true },
  },
  hints: {
    joints: { beside: 'image_key' },
    side_key: { beside: 'image_key', aim: 'body_side', onlyFor: turning },
    back_key: { beside: 'image_key', aim: 'body_back', onlyFor: turning },
  },
  estimate,
} as const satisfies CapabilityDefinition;
