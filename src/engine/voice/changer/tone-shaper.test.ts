import { expect, it } from 'vitest';
import { findChangerTarget } from './changer-catalogue.ts';
import { SpectralFeedback } from './spectral-feedback.ts';
import { fineDetail } from './tone-filter.ts';
import { ToneShaper } from './tone-shaper.ts';
import { createWhiteNoise } from './white-noise.ts';

const powerOf = (signal: Float64Array): number =>
  signal.reduce((sum, value) => sum + value * value, 0);

it('does not raise the noise of pauses, for any tone of a target', () => {
  const { envelopes } = findChangerTarget('stern-teacher')!.target;
  const shaper = new ToneShaper(envelopes, new SpectralFeedback(envelopes.all), fineDetail);
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
