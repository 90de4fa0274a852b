import { Fourier } from '../convert/fourier.ts';
import { GrainCutter } from '../convert/grain-cutter.ts';
import { PitchMarks } from '../convert/pitch-marks.ts';
import { toPitchGrid } from '../convert/pitch-tracker.ts';
import { createSampleRing } from '../convert/sample-ring.ts';
import { BAND_COUNT, measureBands, SPECTRUM_LENGTH, toLevels } from './bands.ts';
import { VOICE_RATE_HZ } from './voice-target.ts';

/** Measurements of a grain of speech. */
export interface VoiceGrain {
  /** Middle of the grain, in samples. */
  readonly position: number;
  /** Period in samples; null where unvoiced. */
  readonly period: number | null;
  /** Levels per band in dB, with a mean of 0. */
  readonly levels: Float64Array;
  /** Mean level in dB that was subtracted. */
  readonly loudnessDb: number;
}

/** Level below the loudest grain, in dB, from which grains are pauses. */
const quietDb = 35;

/**
 * Reads the grains of two periods at the pitch marks of a recording at `VOICE_RATE_HZ`, without pauses. The marks are
 * those of PSOLA that follows no speaker: at peaks, while the changer's are at the energy.
 */
export function readGrains(samples: Float32Array): VoiceGrain[] {
  const grid = toPitchGrid(VOICE_RATE_HZ);
  const ring = createSampleRing(1 << 14);
  const marks = new PitchMarks(ring, grid);
  const cutter = new GrainCutter(ring, SPECTRUM_LENGTH);
  const fourier = new Fourier(SPECTRUM_LENGTH);
  const real = new Float64Array(fourier.bins);
  const imaginary = new Float64Array(fourier.bins);
  const grains: VoiceGrain[] = [];
  let done = 0;
  for (let index = 0; index < samples.length + grid.lookahead; index += 1) {
    ring.push(samples[index] ?? 0);
    if (ring.length % grid.hop === 0) {
      marks.advance();
    }
    // Both halves of a grain must be available.
    while (done < marks.count && marks.positionOf(done) + grid.longestPeriod < ring.length) {
      const position = marks.positionOf(done);
      const period = marks.isVoiced(done) ? marks.periodOf(done) : null;
      const half = period ?? grid.hop;
      cutter.cutVoiced({ position, left: half, right: half, formants: 1, shift: 0, gain: 1 });
      if (!cutter.isSilent) {
        fourier.forward(cutter.signal, real, imaginary);
        const levels = new Float64Array(BAND_COUNT);
        measureBands(real, imaginary, levels);
        grains.push({ position, period, levels, loudnessDb: toLevels(levels) });
      }
      done += 1;
    }
  }
  const loudest = grains.reduce((max, grain) => Math.max(max, grain.loudnessDb), -Infinity);
  return grains.filter(({ loudnessDb }) => loudnessDb > loudest - quietDb);
}
