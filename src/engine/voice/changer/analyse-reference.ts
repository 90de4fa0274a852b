import { AppError } from '../../../base/errors.ts';
import { BAND_COUNT } from './bands.ts';
import { measureEnvelope } from './envelope.ts';
import { measureFormants } from './formants.ts';
import { toSemitones } from './pitch-profile.ts';
import { resample } from './resample.ts';
import { soundClasses } from './sound-classes.ts';
import { ToneProfile } from './tone-profile.ts';
import { readGrains, type VoiceGrain } from './voice-grains.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Voiced sound that a reference needs at least: three seconds of speech have as much. */
const leastVoicedSeconds = 1.5;

/**
 * Measures whose voice a recording is; takes some 20 ms of processor per second of it, so it is done before
 * audio is accepted. Throws `invalid_input` with the remedy when there is no speech in it, or too little.
 */
export function analyseReference(samples: Float32Array, sampleRateHz: number): VoiceTarget {
  const speech = resample(samples, sampleRateHz, VOICE_RATE_HZ);
  const grains = readGrains(speech);
  const periods = grains.flatMap(({ period }) => (period === null ? [] : [period]));
  const seconds = periods.reduce((sum, period) => sum + period, 0) / VOICE_RATE_HZ;
  if (seconds < leastVoicedSeconds) {
    throw new AppError(
      'invalid_input',
      `The reference has too little speech: ${seconds.toFixed(1)} s are voiced. ` +
        'Give at least 3 s of one person who speaks, better 10 s.',
    );
  }
  return {
    ...measurePitch(periods),
    formantsHz: measureFormants(speech, grains),
    envelopes: { all: measureEnvelope(speech), ...measureTone(grains) },
  };
}

/** Mean and spread over time. What is further than half an octave from the middle is an error of the tracker. */
function measurePitch(periods: readonly number[]): Pick<VoiceTarget, 'pitchHz' | 'pitchSpread'> {
  const pitches = periods.map((period) => toSemitones(VOICE_RATE_HZ / period));
  const middle = pitches.toSorted((one, two) => one - two)[Math.floor(pitches.length / 2)] ?? 0;
  let weight = 0;
  let sum = 0;
  let squares = 0;
  for (const [index, period] of periods.entries()) {
    const pitch = pitches[index]!;
    if (Math.abs(pitch - middle) < 10) {
      weight += period;
      sum += period * pitch;
      squares += period * pitch * pitch;
    }
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
  // The classes are told by the mean, which is known now.
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
