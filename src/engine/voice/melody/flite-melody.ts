import type { EngineVoice, Speech } from '../engines/engine.ts';
import { inflect, type VoiceMelody } from './inflect.ts';

/** Flite's voices move half as far as people who read, and end every sentence the same way. */
const melodies: Readonly<Record<string, VoiceMelody>> = {
  rms: { pivotHz: 101, liveliness: 1.45 },
  slt: { pivotHz: 176, liveliness: 2.2 },
  awb: { pivotHz: 132, liveliness: 1.35 },
  kal16: { pivotHz: 105, liveliness: 1.4 },
};

/** What a voice of flite said of a text, with the melody of a reader; what other engines said, as it is. */
export function addMelody(
  speech: Speech,
  text: string,
  { engine, base, pace }: EngineVoice,
): Speech {
  const melody = engine === 'flite' ? melodies[base] : undefined;
  return melody === undefined ? speech : inflect(speech, text, { ...melody, pace });
}
