import type { SpeechEngine } from '../engines/engine.ts';
import { openKokoro } from './kokoro-engine.ts';
import { openPhonemizer } from './phonemes.ts';
import { openPiper } from './piper-engine.ts';
import { createSpeechSessions } from './speech-session.ts';

/** The engines that speak with models of the user. */
export interface PackEngines {
  readonly piper: SpeechEngine;
  readonly kokoro: SpeechEngine;
}

/** Opens what they share; models are loaded when they speak. */
export async function openEngines(): Promise<PackEngines> {
  const phonemizer = await openPhonemizer();
  const sessions = createSpeechSessions();
  return {
    piper: openPiper(phonemizer, sessions),
    kokoro: openKokoro(phonemizer, sessions),
  };
}
