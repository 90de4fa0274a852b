import { AppError } from '../../../base/errors.ts';
import { PitchTracker, toPitchGrid } from '../convert/pitch-tracker.ts';
import { createSampleRing } from '../convert/sample-ring.ts';
import { resample } from './resample.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from './voice-target.ts';

/** Speech that a reference needs at least. */
const leastSpeechSeconds = 3;

/**
 * Measures whose voice a recording is; takes some 20 ms of processor per second of it, so it is done before
 * audio is accepted. Throws `invalid_input` with the remedy when there is no speech in it, or too little.
 */
export function analyseReference(samples: Float32Array, sampleRateHz: number): VoiceTarget {
  const speech = resample(samples, sampleRateHz, VOICE_RATE_HZ);
  const pitches = readPitches(speech);
  const seconds = pitches.length / 200;
  if (seconds < leastSpeechSeconds / 2) {
    throw new AppError(
      'invalid_input',
      `The reference has too little speech: ${seconds.toFixed(1)} s are voiced. ` +
        'Give at least 3 s of one person who speaks, better 10 s.',
    );
  }
  const logs = pitches.map((hz) => 12 * Math.log2(hz));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length;
  return {
    pitchHz: 2 ** (mean / 12),
    pitchSpread: Math.sqrt(variance),
    formantsHz: [],
    envelopes: { all: [], voiced: [], unvoiced: [], classes: [] },
  };
}

function readPitches(samples: Float32Array): number[] {
  const grid = toPitchGrid(VOICE_RATE_HZ);
  const ring = createSampleRing(samples.length + 2 * grid.lookAhead);
  for (const sample of samples) {
    ring.push(sample);
  }
  const tracker = new PitchTracker(ring, grid);
  const pitches: number[] = [];
  for (let at = 0; at < samples.length - grid.lookAhead; at += grid.hop) {
    const { period } = tracker.measure(at);
    if (period > 0) {
      pitches.push(VOICE_RATE_HZ / period);
    }
  }
  return pitches;
}
