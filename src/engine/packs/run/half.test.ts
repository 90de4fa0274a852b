import { expect, it } from 'vitest';
import { widenFloat16 } from '../../models/float16.ts';
import { toHalf } from './half.ts';

it('every half-precision number comes back as itself', () => {
  const bits = Uint16Array.from({ length: 65_536 }, (_, index) => index);
  const wide = widenFloat16(new Uint8Array(bits.buffer), bits.length);
  const wrong = bits.filter((value, index) => toHalf(wide[index]!) !== value);
  const isNaN = (value: number): boolean => (value & 0x7f_ff) > 0x7c_00;
  expect([...wrong].filter((value) => !isNaN(value))).toEqual([]);
});

it.each([
  ['goes to the nearest', 1 + 1 / 1500, 0x3c_01],
  ['goes to the even one of two that are as near', 1 + 1 / 2048, 0x3c_00],
  ['goes up to the next power', 2 - 1 / 8192, 0x40_00],
  ['grows beyond all', 70_000, 0x7c_00],
  ['keeps its sign', -70_000, 0xfc_00],
  ['fades to nothing', 1e-9, 0],
  ['stays no number', Number.NaN, 0x7e_00],
])('a number in between %s', (_, value, bits) => {
  expect(toHalf(value)).toBe(bits);
});
