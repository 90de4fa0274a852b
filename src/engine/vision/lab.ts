/** Returns CIE L*a*b* of an sRGB colour of 0..255, for the white of daylight. */
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
  const fraction = value / 255;
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
}

function toPerceived(fraction: number): number {
  return fraction > 0.008856 ? Math.cbrt(fraction) : 7.787 * fraction + 16 / 116;
}
