import { measureVoice } from '../changer/measure-voice.ts';
import { resample } from '../changer/resample.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from '../changer/voice-target.ts';
import type { EngineVoice } from '../engines/engine.ts';
import type { Speaker } from '../speak/speaker.ts';
import type { BaseVoice } from './choose-base.ts';

/** Maximum factor of the pitch within which a synthesiser speaks; PSOLA does the rest. */
const maxPitchFactor = 1.4;
/** Maximum factor by which a request corrects what a synthesiser makes of its pitch. */
const maxCorrection = 1.2;
/** Limits of the pitch range against that of a reader. */
const minRange = 0.5;
const maxRange = 1.6;
/** Number of times that a base is heard and requested anew. */
const trials = 2;

/** Pitch and range to request of a base; absent fields are its own. */
type Melody = Pick<EngineVoice, 'pitchHz' | 'pitchRange'>;

/**
 * Chooses the pitch and range to request of a base so that it speaks at those of a target. A synthesiser that speaks so
 * by itself loses fewer words than PSOLA. What is heard differs from what is requested by up to 2 semitones, so the base
 * speaks `text` for measurement.
 */
export async function chooseMelody(
  speaker: Speaker,
  { voice, pitchHz: ownHz, pitchSpread: ownSpread }: BaseVoice,
  { target, text }: { readonly target: VoiceTarget; readonly text: string },
): Promise<Melody> {
  // Nothing of it was voiced, or its synthesiser has neither setting.
  if (ownHz === 0 || voice.engine !== 'flite') {
    return {};
  }
  const wantedHz = limit(target.pitchHz, ownHz / maxPitchFactor, ownHz * maxPitchFactor);
  let pitchHz = wantedHz;
  let pitchRange = limit(target.pitchSpread / Math.max(0.1, ownSpread), minRange, maxRange);
  for (let trial = 0; trial < trials; trial += 1) {
    const { samples, sampleRateHz } = await speaker.speak(text, { ...voice, pitchHz, pitchRange });
    const heard = measureVoice(resample(samples, sampleRateHz, VOICE_RATE_HZ));
    if (heard.pitchHz > 0) {
      pitchHz = limit(
        (pitchHz * wantedHz) / heard.pitchHz,
        wantedHz / maxCorrection,
        wantedHz * maxCorrection,
      );
      const wider = target.pitchSpread / Math.max(0.1, heard.pitchSpread);
      pitchRange = limit(pitchRange * wider, minRange, maxRange);
    }
  }
  return { pitchHz, pitchRange };
}

function limit(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
