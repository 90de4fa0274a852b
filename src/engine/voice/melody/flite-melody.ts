import type { EngineVoice, Speech } from '../engines/engine.ts';
import { inflect } from './inflect.ts';

/** Mean pitch of a voice, and the factor that makes its range that of a reader; 1 where Flite speaks with it. */
interface OwnMelody {
  readonly pivotHz: number;
  readonly liveliness: number;
}

const melodies: Readonly<Record<string, OwnMelody>> = {
  rms: { pivotHz: 101, liveliness: 1.45 },
  slt: { pivotHz: 176, liveliness: 1 },
  awb: { pivotHz: 132, liveliness: 1 },
  kal16: { pivotHz: 105, liveliness: 1.4 },
};

/**
 * Adds the intonation of punctuation to the speech of a Flite voice, which ends every sentence alike, and the range and
 * pitch that Flite cannot speak with; speech of other engines is returned unchanged.
 */
export function addMelody(
  speech: Speech,
  text: string,
  voice: EngineVoice & { readonly pitchRange: number },
): Speech {
  const { engine, base, pace, pitchHz, pitchRange } = voice;
  const melody = engine === 'flite' ? melodies[base] : undefined;
  if (melody === undefined) {
    return speech;
  }
  const { pivotHz } = melody;
  const liveliness = melody.liveliness === 1 ? 1 : melody.liveliness * pitchRange;
  return base === 'rms'
    ? inflect(speech, text, { pivotHz, liveliness, meanHz: pitchHz, pace })
    : inflect(speech, text, { pivotHz: pitchHz ?? pivotHz, liveliness, pace });
}
