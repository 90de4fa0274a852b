import { PAINTER_BANDS, PAINTER_COLUMNS } from '../../packs/recognise/talk/painter-signature.ts';
import { clamp } from '../../vision/math.ts';
import { resample } from '../../voice/changer/resample.ts';
import { MelMeter } from '../../voice/convert/mel-meter.ts';
import { slaneyMel } from '../../voice/convert/mel.ts';
import type { MonoSound } from '../speech/loudness.ts';

const RATE_HZ = 16_000;
/** Mel frames per second. */
const COLUMNS_PER_SECOND = 80;
const HOP = RATE_HZ / COLUMNS_PER_SECOND;
const EMPHASIS = 0.97;
const FLOOR = 1e-5;
/** Maps -100..0 dB against 20 dB to -4..4. */
const [REFERENCE_DB, RANGE_DB, MAX] = [20, 100, 4];

/** Mel spectrum of audio as mouth painters were trained on. */
export interface PainterMel {
  /** Writes the window around a time: band by band, one value per column. */
  read(timeMs: number, values: Float32Array): void;
}

/** Number of values in a window. */
export const PAINTER_MEL_SIZE = PAINTER_BANDS * PAINTER_COLUMNS;

const meter = new MelMeter({
  rateHz: RATE_HZ,
  windowLength: 800,
  // The reference uses an FFT of 800 samples; 1024 samples the same spectrum more finely.
  size: 1024,
  bandCount: PAINTER_BANDS,
  lowestHz: 55,
  highestHz: 7600,
  scale: slaneyMel,
});

/** Computes the spectrum of audio once. */
export function createPainterMel({ samples, sampleRateHz }: MonoSound): PainterMel {
  const sound = resample(samples, sampleRateHz, RATE_HZ);
  const columns = 1 + Math.floor(sound.length / HOP);
  const levels = new Float32Array(columns * PAINTER_BANDS);
  const magnitudes = new Float64Array(PAINTER_BANDS);
  const metered = {
    length: sound.length,
    sampleAt: (index: number): number =>
      (sound[index] ?? 0) - EMPHASIS * (index === 0 ? 0 : sound[index - 1]!),
  };
  for (let column = 0; column < columns; column += 1) {
    meter.measure(metered, column * HOP, magnitudes);
    for (let band = 0; band < PAINTER_BANDS; band += 1) {
      levels[column * PAINTER_BANDS + band] = toLevel(magnitudes[band]!);
    }
  }
  return {
    read(timeMs, values) {
      const first = Math.round((timeMs * COLUMNS_PER_SECOND) / 1000) - PAINTER_COLUMNS / 2;
      for (let column = 0; column < PAINTER_COLUMNS; column += 1) {
        const from = clamp(first + column, 0, columns - 1) * PAINTER_BANDS;
        for (let band = 0; band < PAINTER_BANDS; band += 1) {
          values[band * PAINTER_COLUMNS + column] = levels[from + band]!;
        }
      }
    },
  };
}

function toLevel(magnitude: number): number {
  const db = 20 * Math.log10(Math.max(FLOOR, magnitude)) - REFERENCE_DB;
  return clamp((2 * MAX * (db + RANGE_DB)) / RANGE_DB - MAX, -MAX, MAX);
}
