import { measureVoice } from '../changer/measure-voice.ts';
import { resample } from '../changer/resample.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import type { Speaker } from '../speak/speaker.ts';
import type { BaseVoice } from './choose-base.ts';

/** Maximum factor of the pitch within which a synthesiser speaks; PSOLA does the rest. */
const maxPitchFactor = 1.4;
/** Maximum factor by which a request corrects what a synthesiser makes of its pitch. */
const maxCorrection = 1.15;

/**
 * Returns the pitch to request of a base so that it speaks at a wanted one; undefined for its own. A synthesiser that
 * speaks at the sample's pitch loses fewer words than PSOLA from the base's own pitch: 29.4 against 36.6 % wrong, mean of
 * two speakers 2 and 3 semitones above their bases. The pitch that is heard differs by up to 2 semitones from the one that
 * is requested, so the base speaks `text` for measurement.
 */
export async function choosePitch(
  speaker: Speaker,
  { voice, pitchHz: ownHz }: BaseVoice,
  { wantedHz, text }: { readonly wantedHz: number; readonly text: string },
): Promise<number | undefined> {
  if (ownHz === 0) {
    return undefined; // Nothing of it was voiced.
  }
  const requestHz = limit(wantedHz, ownHz, maxPitchFactor);
  const { samples, sampleRateHz } = await speaker.speak(text, { ...voice, pitchHz: requestHz });
  const { pitchHz } = measureVoice(resample(samples, sampleRateHz, VOICE_RATE_HZ));
  return pitchHz === 0
    ? requestHz
    : limit((requestHz * requestHz) / pitchHz, requestHz, maxCorrection);
}

function limit(hz: number, aroundHz: number, factor: number): number {
  return Math.max(aroundHz / factor, Math.min(aroundHz * factor, hz));
}
