import { Fourier } from '../convert/fourier.ts';
import { SPECTRUM_LENGTH } from './bands.ts';
import type { VoiceGrain } from './voice-grains.ts';
import { VOICE_RATE_HZ } from './voice-target.ts';

const formantCount = 4;
/** LPC order: two coefficients per vocal-tract resonance up to 8 kHz, and two for the rest. */
const order = 18;
const windowLength = 400;
const emphasis = 0.97;
const lowestHz = 200;
const highestHz = 5200;
/** Maximum number of analysed grains, spread over the recording: more do not move the median. */
const maxGrains = 400;

/** Estimates the median formants F1 to F4 of a recording by linear prediction; empty without voice. */
export function measureFormants(samples: Float32Array, grains: readonly VoiceGrain[]): number[] {
  const voiced = grains.filter(({ period }) => period !== null);
  const step = Math.max(1, voiced.length / maxGrains);
  const finder = new FormantFinder();
  const found: number[][] = [];
  for (let at = 0; at < voiced.length; at += step) {
    const peaks = finder.find(samples, voiced[Math.floor(at)]!.position);
    if (peaks.length === formantCount) {
      found.push(peaks);
    }
  }
  if (found.length === 0) {
    return [];
  }
  return Array.from({ length: formantCount }, (_, index) => {
    const sorted = found.map((peaks) => peaks[index]!).toSorted((one, two) => one - two);
    return sorted[Math.floor(sorted.length / 2)]!;
  });
}

class FormantFinder {
  readonly #fourier = new Fourier(SPECTRUM_LENGTH);
  readonly #signal = new Float64Array(SPECTRUM_LENGTH);
  readonly #real = new Float64Array(this.#fourier.bins);
  readonly #imaginary = new Float64Array(this.#fourier.bins);
  readonly #window = new Float64Array(windowLength);

  find(samples: Float32Array, position: number): number[] {
    const window = this.#window;
    const start = Math.round(position) - windowLength / 2;
    for (let index = 0; index < windowLength; index += 1) {
      const at = start + index;
      const value = (samples[at] ?? 0) - emphasis * (samples[at - 1] ?? 0);
      window[index] = value * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (windowLength - 1)));
    }
    const predictor = predict(window);
    this.#signal.fill(0);
    this.#signal.set(predictor);
    this.#fourier.forward(this.#signal, this.#real, this.#imaginary);
    return this.#pickPeaks();
  }

  /** Picks the spectral peaks of the inverse prediction filter. */
  #pickPeaks(): number[] {
    const toHz = VOICE_RATE_HZ / SPECTRUM_LENGTH;
    const levelAt = (bin: number): number =>
      -Math.log(this.#real[bin]! ** 2 + this.#imaginary[bin]! ** 2 + 1e-12);
    const peaks: number[] = [];
    const last = Math.floor(highestHz / toHz);
    for (
      let bin = Math.ceil(lowestHz / toHz);
      bin < last && peaks.length < formantCount;
      bin += 1
    ) {
      const before = levelAt(bin - 1);
      const here = levelAt(bin);
      const after = levelAt(bin + 1);
      if (here > before && here >= after) {
        peaks.push((bin + (before - after) / (2 * (before - 2 * here + after))) * toHz);
      }
    }
    return peaks;
  }
}

/** Computes LPC coefficients by the Levinson-Durbin recursion. */
function predict(window: Float64Array): Float64Array {
  const products = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let index = lag; index < window.length; index += 1) {
      sum += window[index]! * window[index - lag]!;
    }
    return sum;
  });
  const predictor = new Float64Array(order + 1);
  predictor[0] = 1;
  let error = products[0]! + 1e-9;
  for (let size = 1; size <= order; size += 1) {
    let sum = products[size]!;
    for (let index = 1; index < size; index += 1) {
      sum += predictor[index]! * products[size - index]!;
    }
    const reflection = -sum / error;
    const old = predictor.slice();
    for (let index = 1; index < size; index += 1) {
      predictor[index] = old[index]! + reflection * old[size - index]!;
    }
    predictor[size] = reflection;
    error *= 1 - reflection * reflection;
  }
  return predictor;
}
