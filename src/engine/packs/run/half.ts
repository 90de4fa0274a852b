/** Half-precision numbers as bits, for models that take no other type. */

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** Returns the nearest half-precision number; values out of range become infinite. */
export function toHalf(value: number): number {
  single[0] = value;
  const whole = bits[0]!;
  const sign = (whole >>> 16) & 0x80_00;
  const exponent = ((whole >>> 23) & 255) - 112;
  const fraction = whole & 0x7f_ff_ff;
  if (exponent >= 31) {
    const isNaN = (whole & 0x7f_ff_ff_ff) > 0x7f_80_00_00;
    return isNaN ? 0x7e_00 : sign | 0x7c_00;
  }
  if (exponent > 0) {
    return sign + (exponent << 10) + roundShift(fraction, 13);
  }
  return exponent < -10 ? sign : sign + roundShift(fraction | 0x80_00_00, 14 - exponent);
}

/** Drops `count` bits, rounding to nearest, ties to even. */
function roundShift(value: number, count: number): number {
  const significant = value >>> count;
  const rest = value & ((1 << count) - 1);
  const middle = 1 << (count - 1);
  return rest > middle || (rest === middle && (significant & 1) === 1)
    ? significant + 1
    : significant;
}
