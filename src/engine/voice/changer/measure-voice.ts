import { BAND_COUNT } from './bands.ts';
import { measureEnvelope } from './envelope.ts';
import { measureFormants } from './formants.ts';
import { toSemitones } from './pitch-profile.ts';
import { soundClasses } from './sound-classes.ts';
import { ToneProfile } from './tone-profile.ts';
import { readGrains, type VoiceGrain } from './voice-grains.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Distance from the median, in semitones, beyond which a pitch is an error. */
const furthest = 10;

/** Measured voice of a recording, even of a short one. */
export interface MeasuredVoice extends VoiceTarget {
  readonly voicedSeconds: number;
}

/** Measures the voice of speech at `VOICE_RATE_HZ`. Without voice the pitch is 0. */
export function measureVoice(speech: Float32Array): MeasuredVoice {
  const grains = readGrains(speech);
  const periods = grains.flatMap(({ period }) => (period === null ? [] : [period]));
  return {
    voicedSeconds: periods.reduce((sum, period) => sum + period, 0) / VOICE_RATE_HZ,
    ...measurePitch(periods),
    formantsHz: measureFormants(speech, grains),
    envelopes: { all: measureEnvelope(speech), ...measureTone(grains) },
  };
}

/** Computes mean and standard deviation of the pitch, weighted by time. */
function measurePitch(periods: readonly number[]): Pick<VoiceTarget, 'pitchHz' | 'pitchSpread'> {
  const pitches = periods.map((period) => toSemitones(VOICE_RATE_HZ / period));
  const middle = pitches.toSorted((one, two) => one - two)[Math.floor(pitches.length / 2)] ?? 0;
  let weight = 0;
  let sum = 0;
  let squares = 0;
  for (const [index, period] of periods.entries()) {
    const pitch = pitches[index]!;
    if (Math.abs(pitch - middle) < furthest) {
      weight += period;
      sum += period * pitch;
      squares += period * pitch * pitch;
    }
  }
  if (weight === 0) {
    return { pitchHz: 0, pitchSpread: 0 };
  }
  const mean = sum / weight;
  return {
    pitchHz: 2 ** (mean / 12),
    pitchSpread: Math.sqrt(Math.max(0, squares / weight - mean * mean)),
  };
}

function measureTone(grains: readonly VoiceGrain[]): Omit<VoiceTarget['envelopes'], 'all'> {
  const profile = new ToneProfile(Number.POSITIVE_INFINITY);
  for (const { period, levels } of grains) {
    if (period === null) {
      profile.addUnvoiced(levels);
    } else {
      profile.addVoiced(levels);
    }
  }
  // A second pass, since classes depend on the mean, which is known now.
  for (const { period, levels } of grains) {
    if (period !== null) {
      profile.classify(levels);
      profile.addVoiced(levels);
    }
  }
  const offset = new Float64Array(BAND_COUNT);
  return {
    voiced: [...profile.voiced],
    unvoiced: [...profile.unvoiced],
    classes: Array.from({ length: soundClasses.count }, (_, index) => {
      profile.readOffset(index, offset);
      return [...offset];
    }),
  };
}
