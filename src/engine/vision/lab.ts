/** CIE L*a*b* of an sRGB colour of 0..255, for the white of daylight. */
export function toLab(
  red: number,
  green: number,
  blue: number,
): readonly [lightness: number, a: number, b: number] {
  const r = toLinear(red);
  const g = toLinear(green);
  const b = toLinear(blue);
  const x = toPerceived((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = toPerceived(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = toPerceived((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function toLinear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toPerceived(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
}
