import type { CapabilityDefinition } from '../definition.ts';
import { estimate } from './estimate.ts';
import { texts } from './texts.ts';

/** Syncs the lips in a clip to a recording. */
export const lipSync = {
  feature: 'lip_sync',
  operation: 'submitLipSync',
  result: 'video',
  symbol: 'speech',
  texts,
  fields: { video_key: { aim: 'speaker' } },
  hints: { transcript: { beside: 'audio_key' }, max_duration_sec: { isAdvanced: true } },
  estimate,
} as const satisfies CapabilityDefinition;
