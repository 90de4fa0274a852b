import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Changes a video by a prompt. */
export const reimagineVideo = {
  feature: 'reimagine_video',
  operation: 'submitReimagineVideo',
  result: 'video',
  symbol: 'film',
  texts,
  fields: { video_key: { aim: 'people' }, negative_prompt: { isAdvanced: true } },
  estimate,
  instructions: 'video',
} as const satisfies CapabilityDefinition;
