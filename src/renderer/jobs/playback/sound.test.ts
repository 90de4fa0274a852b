import { expect, it } from 'vitest';
import { toPeaks } from './peaks.ts';
import { toWavBytes } from '../recorder.ts';

it('draws the loudest sample of each stretch, as high as the place allows', () => {
  const samples = new Float32Array([0, 0.1, -0.5, 0.25, 0, 0]);
  expect(toPeaks(samples, 3).map((peak) => Math.round(peak * 100))).toEqual([20, 100, 0]);
});

it('does not blow near silence up, and draws a sound that is shorter than the drawing', () => {
  expect(Math.max(...toPeaks(new Float32Array([0.001, -0.001]), 2))).toBeCloseTo(0.02, 5);
  expect(toPeaks(new Float32Array([1]), 3)).toHaveLength(3);
  expect(toPeaks(new Float32Array(), 2)).toEqual([0, 0]);
});

it('writes samples as 16 bits and clips loud ones', () => {
  const bytes = toWavBytes(new Float32Array([0, 1, -1, 2, -2]));
  expect([...new Int16Array(bytes.buffer)]).toEqual([0, 32_767, -32_767, 32_767, -32_768]);
});
