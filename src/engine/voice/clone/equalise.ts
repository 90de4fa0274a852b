import { BAND_COUNT, measureBands, SPECTRUM_LENGTH } from '../changer/bands.ts';
import {
  applyFilter,
  coarseDetail,
  createToneFilter,
  ToneDesigner,
} from '../changer/tone-filter.ts';
import { Fourier } from '../convert/fourier.ts';

const windowLength = 512;
const hop = windowLength / 2;
/** Frames this much below loud ones are pauses, as a fraction of power. */
const quietFraction = 1e-3;
/** No band is made louder or softer by more than this. */
const limitDb = 18;
/** How much of the difference is made up for: the other half brings nobody nearer and costs words. */
const strength = 0.5;

const window = Float64Array.from(
  { length: windowLength },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / windowLength),
);

/**
 * Speech nearer to the long-term average spectrum of a sample, both at the rate of voices, by one filter of least delay. Here loud
 * sounds count as much as they are loud: they are what a voice is told by.
 */
export function equalise(speech: Float32Array, sample: Float32Array): Float32Array<ArrayBuffer> {
  const [own, wanted] = [measurePower(speech), measurePower(sample)];
  const gains = own.map((level, band) =>
    Math.max(-limitDb, Math.min(limitDb, strength * (wanted[band]! - level))),
  );
  const filter = createToneFilter();
  new ToneDesigner(coarseDetail).design(gains, filter);
  const output = new Float32Array(speech.length + SPECTRUM_LENGTH);
  eachFrame(speech, (start, { signal, real, imaginary, fourier }) => {
    applyFilter(filter, real, imaginary);
    fourier.inverse(real, imaginary, signal);
    for (let index = Math.max(0, -start); index < SPECTRUM_LENGTH; index += 1) {
      if (start + index < output.length) {
        output[start + index] = output[start + index]! + signal[index]!;
      }
    }
  });
  return output.slice(0, speech.length);
}

interface Frame {
  readonly signal: Float64Array;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly fourier: Fourier;
}

/** Windows that add up to the speech, each with its spectrum. */
function eachFrame(speech: Float32Array, visit: (start: number, frame: Frame) => void): void {
  const fourier = new Fourier(SPECTRUM_LENGTH);
  const signal = new Float64Array(SPECTRUM_LENGTH);
  const real = new Float64Array(fourier.bins);
  const imaginary = new Float64Array(fourier.bins);
  for (let start = -hop; start < speech.length; start += hop) {
    signal.fill(0);
    for (let index = 0; index < windowLength; index += 1) {
      signal[index] = window[index]! * (speech[start + index] ?? 0);
    }
    fourier.forward(signal, real, imaginary);
    visit(start, { signal, real, imaginary, fourier });
  }
}

/** Mean power per band in dB, as a fraction of the whole. */
function measurePower(speech: Float32Array): Float64Array {
  const found: Float64Array[] = [];
  eachFrame(speech, (_start, { real, imaginary }) => {
    const bands = new Float64Array(BAND_COUNT);
    measureBands(real, imaginary, bands);
    found.push(bands);
  });
  const sums = found.map((bands) => bands.reduce((sum, power) => sum + power, 0));
  const least = quietFraction * sums.reduce((most, sum) => Math.max(most, sum), 0);
  const mean = new Float64Array(BAND_COUNT).fill(1e-12);
  found.forEach((bands, index) => {
    if (sums[index]! >= least) {
      bands.forEach((power, band) => {
        mean[band] = mean[band]! + power;
      });
    }
  });
  const whole = mean.reduce((sum, power) => sum + power, 0);
  return mean.map((power) => 10 * Math.log10(power / whole));
}
