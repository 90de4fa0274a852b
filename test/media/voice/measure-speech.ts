import { readFile } from 'node:fs/promises';
import { PitchTracker, toPitchGrid } from '../../../src/engine/voice/convert/pitch-tracker.ts';
import { createSampleRing } from '../../../src/engine/voice/convert/sample-ring.ts';
import { readPcm } from '../../../src/engine/voice/engines/read-pcm.ts';

/** Audio of one channel. */
export interface Sound {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRateHz: number;
}

/** Measurements of speech. */
export interface SpeechMetrics {
  /** Median pitch of the voiced frames; 0 without any. */
  readonly pitchHz: number;
  readonly voicedShare: number;
  readonly peak: number;
  /** Samples at full scale. */
  readonly clipped: number;
  readonly rms: number;
}

/** Reads a WAV file that was written here. */
export async function readSound(path: string): Promise<Sound> {
  const sound = readPcm(new Uint8Array(await readFile(path)));
  if (sound === null) {
    throw new Error(`${path} is no WAV file.`);
  }
  return sound;
}

/** Measures speech. */
export function measureSpeech({ samples, sampleRateHz }: Sound): SpeechMetrics {
  const grid = toPitchGrid(sampleRateHz);
  const ring = createSampleRing(samples.length + 2 * grid.lookahead);
  for (const sample of samples) {
    ring.push(sample);
  }
  for (let index = 0; index < grid.lookahead; index += 1) {
    ring.push(0);
  }
  const tracker = new PitchTracker(ring, grid);
  const pitches: number[] = [];
  let hops = 0;
  for (let at = 0; at < samples.length; at += grid.hop) {
    const { period } = tracker.measure(at);
    hops += 1;
    if (period > 0) {
      pitches.push(sampleRateHz / period);
    }
  }
  pitches.sort((one, two) => one - two);
  let peak = 0;
  let clipped = 0;
  let power = 0;
  for (const sample of samples) {
    const level = Math.abs(sample);
    peak = Math.max(peak, level);
    clipped += level > 0.999 ? 1 : 0;
    power += level * level;
  }
  return {
    pitchHz: pitches[Math.floor(pitches.length / 2)] ?? 0,
    voicedShare: pitches.length / hops,
    peak,
    clipped,
    rms: Math.sqrt(power / samples.length),
  };
}
