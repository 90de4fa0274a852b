import type { EngineVoice, Speech } from '../engines/engine.ts';
import { inflect, type VoiceMelody } from './inflect.ts';

/** Flite's voices have half the pitch range of readers, and end every sentence alike. */
const melodies: Readonly<Record<string, VoiceMelody>> = {
  rms: { pivotHz: 101, liveliness: 1.45 },
  slt: { pivotHz: 176, liveliness: 2.2 },
  awb: { pivotHz: 132, liveliness: 1.35 },
  kal16: { pivotHz: 105, liveliness: 1.4 },
};

/** Adds a reader's intonation to the speech of a Flite voice; speech of other engines is returned unchanged. */
export function addMelody(
  speech: Speech,
  text: string,
  { engine, base, pace, pitchHz }: EngineVoice,
): Speech {
  const melody = engine === 'flite' ? melodies[base] : undefined;
  if (melody === undefined) {
    return speech;
  }
  const pivotHz = base === 'rms' ? melody.pivotHz : (pitchHz ?? melody.pivotHz);
  return inflect(speech, text, { ...melody, pivotHz, pace });
}
