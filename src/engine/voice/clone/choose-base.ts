import { InvariantError } from '../../../base/errors.ts';
import { measureVoice } from '../changer/measure-voice.ts';
import { toSemitones } from '../changer/pitch-profile.ts';
import { resample } from '../changer/resample.ts';
import { VOICE_RATE_HZ } from '../changer/voice-target.ts';
import { type CatalogueVoice, type VoiceQuality, voiceCatalogue } from '../catalogue.ts';
import { toBase } from '../language/language-hint.ts';
import type { Speaker } from '../speak/speaker.ts';
import { measurePace } from './measure-pace.ts';

/** Voice that is converted to that of a sample. */
export interface BaseVoice {
  readonly voice: CatalogueVoice;
  readonly pitchHz: number;
  /** Standard deviation of the pitch in semitones. */
  readonly pitchSpread: number;
  /** Syllables per second at its own pace; 0 when unknown. */
  readonly pace: number;
}

/** Cost of lower intelligibility, in semitones of pitch. */
const qualityCosts: Readonly<Record<VoiceQuality, number>> = { good: 0, fair: 4, basic: 12 };
/** Maximum number of candidate voices of a language. */
const maxCandidates = 6;

/**
 * Chooses the voice of a language with the lowest cost of pitch distance and intelligibility; each candidate speaks
 * `text` for measurement.
 */
export async function chooseBase(
  speaker: Speaker,
  { tag, pitchHz, text }: { readonly tag: string; readonly pitchHz: number; readonly text: string },
): Promise<BaseVoice> {
  const spoken = voiceCatalogue.filter(
    (voice) => voice.shift === null && toBase(voice.tag) === toBase(tag),
  );
  const here = spoken.filter((voice) => voice.tag === tag && voice.engine !== 'flite');
  const others = spoken.filter((voice) => !here.includes(voice));
  const candidates = [...others.filter(({ engine }) => engine === 'flite'), ...here, ...others];
  let best: BaseVoice | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const voice of new Set(candidates.slice(0, maxCandidates))) {
    const base = await measureBase(speaker, voice, text);
    const distance = Math.abs(toSemitones(Math.max(1, base.pitchHz)) - toSemitones(pitchHz));
    const cost = distance + qualityCosts[voice.quality];
    if (cost < bestCost) {
      best = base;
      bestCost = cost;
    }
  }
  if (best === null) {
    throw new InvariantError('A language that is spoken has a voice of its own.');
  }
  return best;
}

async function measureBase(
  speaker: Speaker,
  voice: CatalogueVoice,
  text: string,
): Promise<BaseVoice> {
  const { samples, sampleRateHz } = await speaker.speak(text, voice);
  const speech = resample(samples, sampleRateHz, VOICE_RATE_HZ);
  const { pitchHz, pitchSpread } = measureVoice(speech);
  return { voice, pitchHz, pitchSpread, pace: measurePace(speech) };
}
