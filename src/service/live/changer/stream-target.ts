import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import type { PackTarget } from './pack-stream-messages.ts';

/** Who a voice is turned into: a voice as it was measured, or one of a model. */
export type StreamTarget = VoiceTarget | PackTarget;

/** Whether a target is one of a model. */
export function isPackTarget(target: StreamTarget): target is PackTarget {
  return 'files' in target;
}
