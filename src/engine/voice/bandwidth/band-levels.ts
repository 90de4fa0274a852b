import { fromMel, toMel } from '../convert/mel.ts';
import { Fourier } from '../convert/fourier.ts';

/** Output sample rate of the speech engines: sibilants reach beyond 8 kHz. */
export const SPEECH_RATE_HZ = 24_000;
/** Frame length in samples: 21 ms. */
export const FRAME_LENGTH = 512;
/** Hop in samples: 5 ms. */
export const FRAME_STEP = 128;

/** Upper end of the low band: synthesisers and 16 kHz lines roll off above. */
export const LOW_END_HZ = 7000;
/** Band edges above the low band. */
export const highEdgesHz: readonly number[] = [LOW_END_HZ, 7900, 8800, 9800, 10_800, 12_000];
const lowCount = 18;
/** Number of top low bands whose mean level is the reference. */
const referenceBands = 4;
/** Offset in frames of the context before and after a frame. */
const context = 3;
const lowEdgesHz = Array.from({ length: lowCount + 1 }, (_, edge) =>
  fromMel(toMel(100) + ((toMel(LOW_END_HZ) - toMel(100)) * edge) / lowCount),
);

/** Square root of the Hann window, so that analysis and synthesis windows overlap-add to a constant. */
export const frameWindow = Float64Array.from({ length: FRAME_LENGTH }, (_, index) =>
  Math.sin((Math.PI * (index + 0.5)) / FRAME_LENGTH),
);

/** Band levels of a frame at {@link SPEECH_RATE_HZ}: mean power per bin in dB. */
export interface BandLevels {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Mean level of the top low bands; other levels are relative to it. */
  readonly reference: number;
}

/** Measures the band levels of all frames; the first frame ends with sample {@link FRAME_STEP}. */
export function readBandLevels(speech: Float32Array): BandLevels[] {
  const frames: BandLevels[] = [];
  forEachFrame(speech, (_start, { real, imaginary }) => {
    const low = toBands(lowEdgesHz, real, imaginary);
    const high = toBands(highEdgesHz, real, imaginary);
    const reference = computeMean(low.subarray(lowCount - referenceBands));
    frames.push({ low, high, reference });
  });
  return frames;
}

/** Features for estimating the high band: levels of the low band and of its context, relative to the reference. */
export function toFeatures(frames: readonly BandLevels[], index: number): Float64Array {
  const frame = frames[index]!;
  const before = frames[Math.max(0, index - context)]!;
  const after = frames[Math.min(frames.length - 1, index + context)]!;
  const features = new Float64Array(2 * lowCount);
  for (let band = 0; band < lowCount; band += 1) {
    const near = (before.low[band]! + after.low[band]!) / 2;
    features[band] = frame.low[band]! - frame.reference;
    features[lowCount + band] = near - frame.reference;
  }
  return features;
}

/** A frame under {@link frameWindow} and its spectrum; memory is reused for the next frame. */
export interface SpeechFrame {
  readonly signal: Float64Array;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly fourier: Fourier;
}

/** Visits all frames in order; the first begins before the speech, the last ends after it. */
export function forEachFrame(
  speech: Float32Array,
  visit: (start: number, frame: SpeechFrame) => void,
): void {
  const fourier = new Fourier(FRAME_LENGTH);
  const signal = new Float64Array(FRAME_LENGTH);
  const real = new Float64Array(fourier.bins);
  const imaginary = new Float64Array(fourier.bins);
  for (let start = FRAME_STEP - FRAME_LENGTH; start < speech.length; start += FRAME_STEP) {
    for (let index = 0; index < FRAME_LENGTH; index += 1) {
      signal[index] = frameWindow[index]! * (speech[start + index] ?? 0);
    }
    fourier.forward(signal, real, imaginary);
    visit(start, { signal, real, imaginary, fourier });
  }
}

function toBands(edgesHz: readonly number[], real: Float64Array, imaginary: Float64Array) {
  const perHz = FRAME_LENGTH / SPEECH_RATE_HZ;
  return Float64Array.from({ length: edgesHz.length - 1 }, (_, band) => {
    const from = Math.round(edgesHz[band]! * perHz);
    const to = Math.max(from + 1, Math.round(edgesHz[band + 1]! * perHz));
    let power = 0;
    for (let bin = from; bin < to; bin += 1) {
      power += real[bin]! ** 2 + imaginary[bin]! ** 2;
    }
    return 10 * Math.log10(power / (to - from) + 1e-10);
  });
}

function computeMean(levels: Float64Array): number {
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}
