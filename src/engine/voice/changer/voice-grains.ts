import { Fourier } from '../convert/fourier.ts';
import { GrainCutter } from '../convert/grain-cutter.ts';
import { PitchMarks } from '../convert/pitch-marks.ts';
import { toPitchGrid } from '../convert/pitch-tracker.ts';
import { createSampleRing } from '../convert/sample-ring.ts';
import { BAND_COUNT, measureBands, SPECTRUM_LENGTH, toLevels } from './bands.ts';
import { VOICE_RATE_HZ } from './voice-target.ts';

/** What is measured of a grain of speech. */
export interface VoiceGrain {
  /** Its middle, in samples. */
  readonly position: number;
  /** In samples; null where there is no voice. */
  readonly period: number | null;
  /** Levels per band in dB, with a mean of 0. */
  readonly levels: Float64Array;
  /** The mean that was taken from them. */
  readonly loudnessDb: number;
}

/** Grains that are quieter than the loudest by more than this are pauses. */
const quietDb = 35;

/** The grains of a recording at the rate of voices, as a changer cuts them, without its pauses. */
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
    // Both halves of a grain have to be there.
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
  const loudest = grains.reduce((most, grain) => Math.max(most, grain.loudnessDb), -Infinity);
  return grains.filter(({ loudnessDb }) => loudnessDb > loudest - quietDb);
}
