import { expect, it } from 'vitest';
import { toWavHeader } from './wav-header.ts';

it('says how the samples after it are to be read', () => {
  const header = toWavHeader(16_000, 640);
  const view = new DataView(header.buffer);
  expect(String.fromCharCode(...header.subarray(0, 4), ...header.subarray(8, 16))).toBe(
    'RIFFWAVEfmt ',
  );
  expect(view.getUint32(4, true)).toBe(header.length - 8 + 640);
  expect([view.getUint16(20, true), view.getUint16(22, true)]).toEqual([1, 1]);
  expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([16_000, 32_000]);
  expect([view.getUint16(32, true), view.getUint16(34, true)]).toEqual([2, 16]);
  expect(view.getUint32(40, true)).toBe(640);
});
