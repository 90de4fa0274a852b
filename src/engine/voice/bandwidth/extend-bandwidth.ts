/**
 * Bandwidth extension of 16 kHz speech: the envelope of the band above 8 kHz is estimated from the low band frame by
 * frame (Jax and Vary 2003) and imposed on noise, which is modulated by the top of the low band as sibilants, bursts
 * and glottal pulses are. The low band is unchanged.
 */
import { resample } from '../changer/resample.ts';
import { createWhiteNoise } from '../changer/white-noise.ts';
import {
  forEachFrame,
  FRAME_LENGTH,
  FRAME_STEP,
  frameWindow,
  highEdgesHz,
  readBandLevels,
  SPEECH_RATE_HZ,
} from './band-levels.ts';
import { estimateHighBand } from './high-band.ts';

/** Cross-fade into the high band; the low band rolls off above. */
const fadeHz = [7000, 7500] as const;
/** Smoothing times of the noise's modulation and of its normalisation. */
const swellMs = 0.4;
const steadyMs = 12;
/** Sum of the squared windows that overlap a sample. */
const overlap = FRAME_LENGTH / FRAME_STEP / 2;
const perBin = SPEECH_RATE_HZ / FRAME_LENGTH;
const firstBin = Math.ceil(fadeHz[0] / perBin);
const bins = Array.from({ length: FRAME_LENGTH / 2 + 1 - firstBin }, (_, index) =>
  toBin((firstBin + index) * perBin),
);

/**
 * Extends speech to {@link SPEECH_RATE_HZ} at the same duration. `bias` is a speaker's deviation from the usual
 * high-band levels, in dB per band. Takes some 8 ms of processor time per second.
 */
export function extendBandwidth(
  samples: Float32Array,
  sampleRateHz: number,
  bias: readonly number[] | null = null,
): Float32Array<ArrayBuffer> {
  const low = resample(samples, sampleRateHz, SPEECH_RATE_HZ);
  const frames = readBandLevels(low);
  const noise = makeNoise(low);
  const output = Float32Array.from(low);
  let index = 0;
  forEachFrame(noise, (start, frame) => {
    const levels = estimateHighBand(frames, index, bias);
    index += 1;
    shapeSpectrum(levels, frame.real, frame.imaginary);
    frame.fourier.inverse(frame.real, frame.imaginary, frame.signal);
    addFrame(output, start, frame.signal);
  });
  return output;
}

/** Creates noise with a mean power of 1 over some milliseconds, modulated by the top of the low band. */
function makeNoise(low: Float32Array): Float32Array {
  const power = readTop(low);
  const swell = smooth(power, swellMs);
  const steady = smooth(power, steadyMs);
  const white = createWhiteNoise();
  for (let at = 0; at < swell.length; at += 1) {
    swell[at] = white() * Math.sqrt((swell[at]! + 1e-12) / (steady[at]! + 1e-12));
  }
  return swell;
}

/** Returns the power of fourth differences, which weight 7 kHz by 60 dB more than 1 kHz. */
function readTop(low: Float32Array): Float32Array {
  const power = new Float32Array(low.length);
  for (let at = 2; at + 2 < low.length; at += 1) {
    const sides = low[at - 2]! + low[at + 2]! - 4 * (low[at - 1]! + low[at + 1]!);
    power[at] = (sides + 6 * low[at]!) ** 2;
  }
  return power;
}

/** Smooths with a symmetric exponential kernel. */
function smooth(values: Float32Array, timeMs: number): Float32Array {
  const keep = Math.exp(-1000 / (timeMs * SPEECH_RATE_HZ));
  const smoothed = Float32Array.from(values);
  let last = 0;
  for (let at = 0; at < smoothed.length; at += 1) {
    last = last * keep + smoothed[at]! * (1 - keep);
    smoothed[at] = last;
  }
  last = 0;
  for (let at = smoothed.length - 1; at >= 0; at -= 1) {
    last = last * keep + smoothed[at]! * (1 - keep);
    smoothed[at] = last;
  }
  return smoothed;
}

/** Shapes a noise spectrum to band levels in dB, and clears it below the high band. */
function shapeSpectrum(levels: Float64Array, real: Float64Array, imaginary: Float64Array): void {
  let power = 1e-12;
  for (let bin = firstBin; bin < real.length; bin += 1) {
    power += real[bin]! ** 2 + imaginary[bin]! ** 2;
  }
  const even = Math.sqrt((real.length - firstBin) / power);
  const amplitudes = levels.map((level) => even * 10 ** (level / 20));
  real.fill(0, 0, firstBin);
  imaginary.fill(0, 0, firstBin);
  for (const [index, { band, fraction, weight }] of bins.entries()) {
    const bin = firstBin + index;
    const [here, next] = [amplitudes[band]!, amplitudes[band + 1]!];
    const gain = weight * (here + (next - here) * fraction);
    real[bin] = real[bin]! * gain;
    imaginary[bin] = imaginary[bin]! * gain;
  }
}

/** Returns the cross-fade gain of a frequency, and its interpolation between band centres. */
function toBin(hz: number): { band: number; fraction: number; weight: number } {
  const middles = highEdgesHz.slice(1).map((edge, band) => (highEdgesHz[band]! + edge) / 2);
  const band = Math.max(
    0,
    Math.min(
      middles.length - 2,
      middles.findLastIndex((at) => at <= hz),
    ),
  );
  const fraction = (hz - middles[band]!) / (middles[band + 1]! - middles[band]!);
  const faded = Math.min(1, (hz - fadeHz[0]) / (fadeHz[1] - fadeHz[0]));
  return {
    band,
    fraction: Math.max(0, Math.min(1, fraction)),
    weight: Math.sin((Math.PI / 2) * faded),
  };
}

function addFrame(output: Float32Array, start: number, signal: Float64Array): void {
  const end = Math.min(FRAME_LENGTH, output.length - start);
  for (let index = Math.max(0, -start); index < end; index += 1) {
    output[start + index] =
      output[start + index]! + (signal[index]! * frameWindow[index]!) / overlap;
  }
}
