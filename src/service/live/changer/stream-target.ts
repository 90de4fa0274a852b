import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import type { PackTarget } from './pack-stream-messages.ts';

/** Target of a conversion: a measured voice, or the voice of a model. */
export type StreamTarget = VoiceTarget | PackTarget;

/** Returns whether a target is the voice of a model. */
export function isPackTarget(target: StreamTarget): target is PackTarget {
  return 'files' in target;
}
