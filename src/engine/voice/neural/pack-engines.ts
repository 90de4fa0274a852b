import type { SpeechEngine } from '../engines/engine.ts';
import { openKokoro } from './kokoro-engine.ts';
import { openPhonemizer } from './phonemes.ts';
import { openPiper } from './piper-engine.ts';
import { createSpeechSessions } from './speech-session.ts';

/** Engines for the user's models. */
export interface PackEngines {
  readonly piper: SpeechEngine;
  readonly kokoro: SpeechEngine;
}

/** Opens the shared phonemiser and sessions; models are loaded on first use. */
export async function openEngines(): Promise<PackEngines> {
  const phonemizer = await openPhonemizer();
  const sessions = createSpeechSessions();
  return {
    piper: openPiper(phonemizer, sessions),
    kokoro: openKokoro(phonemizer, sessions),
  };
}
