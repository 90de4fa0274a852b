import { PsolaChanger } from './psola-changer.ts';
import { DEFAULT_STRENGTH, type VoiceChangerOptions, type VoiceChanger } from './voice-changer.ts';

/** Creates a voice changer. */
export function createVoiceChanger({
  target,
  strength = DEFAULT_STRENGTH,
  noiseSuppression = false,
  voiceGate = false,
}: VoiceChangerOptions): VoiceChanger {
  return new PsolaChanger({ target, strength, noiseSuppression, voiceGate });
}
