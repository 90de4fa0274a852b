import { expect, it } from 'vitest';
import { createLoudness, toPeakDb } from './loudness.ts';

it('measures the peak below full scale', () => {
  expect(toPeakDb(Float32Array.of(0, -1, 0.2))).toBe(0);
  expect(toPeakDb(Float32Array.of(0.1, -0.5))).toBeCloseTo(-6.02, 2);
  expect(toPeakDb(new Float32Array(8))).toBe(Number.NEGATIVE_INFINITY);
});

it('rises at once and falls by 26 dB a second', () => {
  const measure = createLoudness();
  expect(measure(-6, 0).peakDb).toBe(-6);
  expect(measure(-80, 500).peakDb).toBe(-19);
  expect(measure(-10, 550).peakDb).toBe(-10);
});

it('notices five seconds of silence, and that they end', () => {
  const measure = createLoudness();
  expect(measure(-90, 0).isSilent).toBe(false);
  expect(measure(-90, 4999).isSilent).toBe(false);
  expect(measure(-90, 5000).isSilent).toBe(true);
  expect(measure(-30, 5050).isSilent).toBe(false);
});

it('shows clipping for two seconds', () => {
  const measure = createLoudness();
  expect(measure(-0.1, 0).isClipping).toBe(true);
  expect(measure(-20, 1999).isClipping).toBe(true);
  expect(measure(-20, 2000).isClipping).toBe(false);
});
