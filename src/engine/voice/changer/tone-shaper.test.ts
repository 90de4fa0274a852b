import { expect, it } from 'vitest';
import { Fourier } from '../convert/fourier.ts';
import { createHannWindow } from '../convert/hann-window.ts';
import { BAND_COUNT, measureBands, SPECTRUM_LENGTH, toLevels } from './bands.ts';
import { findChangerTarget } from './changer-catalogue.ts';
import { SpectralFeedback } from './spectral-feedback.ts';
import { fineDetail } from './tone-filter.ts';
import { ToneShaper } from './tone-shaper.ts';
import { createWhiteNoise } from './white-noise.ts';

const powerOf = (signal: Float64Array): number =>
  signal.reduce((sum, value) => sum + value * value, 0);

it('does not raise the noise of pauses, for any tone of a target', () => {
  const { target } = findChangerTarget('stern-teacher')!;
  const shaper = new ToneShaper(target, new SpectralFeedback(target.envelopes.all), fineDetail);
  shaper.setStrength(0.5);
  const noise = createWhiteNoise();
  let level = 0;
  for (let grain = 0; grain < 300; grain += 1) {
    const dark = () => (level += 0.1 * (noise() - level));
    shaper.shape(Float64Array.from({ length: shaper.length }, dark), true);
    shaper.refresh();
  }
  const quiet = Float64Array.from({ length: shaper.length }, () => noise() / 1000);
  const before = powerOf(quiet);
  shaper.shape(quiet, true);
  expect(powerOf(quiet)).toBeLessThanOrEqual(1.001 * before);
});

const meanOf = (levels: Float64Array): number =>
  levels.reduce((sum, level) => sum + level, 0) / levels.length;

/** Level of the bass, up to 300 Hz, above the levels around 1 kHz, in dB. */
function measureBass(signals: readonly Float64Array[]): number {
  const fourier = new Fourier(SPECTRUM_LENGTH);
  const [real, imaginary] = [new Float64Array(fourier.bins), new Float64Array(fourier.bins)];
  const sum = new Float64Array(BAND_COUNT);
  for (const signal of signals) {
    const powers = new Float64Array(BAND_COUNT);
    fourier.forward(signal, real, imaginary);
    measureBands(real, imaginary, powers);
    powers.forEach((power, band) => (sum[band]! += power));
  }
  toLevels(sum);
  return meanOf(sum.subarray(0, 4)) - meanOf(sum.subarray(11, 15));
}

it('has the bass of a deep target, though a microphone lacks it', () => {
  const { target } = findChangerTarget('deep-narrator')!;
  const shaper = new ToneShaper(target, new SpectralFeedback(target.envelopes.all), fineDetail);
  shaper.setStrength(0.5);
  const window = createHannWindow(SPECTRUM_LENGTH);
  const noise = createWhiteNoise();
  let [one, two] = [0, 0];
  const before: Float64Array[] = [];
  const after: Float64Array[] = [];
  for (let grain = 0; grain < 600; grain += 1) {
    const signal = window.map((weight) => {
      const here = noise();
      const thin = here - 1.6 * one + 0.64 * two;
      [two, one] = [one, here];
      return weight * thin;
    });
    before.push(signal.slice());
    shaper.shape(signal, true);
    shaper.refresh();
    after.push(signal);
  }
  const gained = measureBass(after.slice(300)) - measureBass(before);
  expect(gained).toBeGreaterThan(19);
});
