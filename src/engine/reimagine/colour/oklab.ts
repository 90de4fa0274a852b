/** Colours in OKLab (Ottosson), where equal steps of lightness, and turns of hue at one lightness, are seen as equal. */

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const fraction = value / 255;
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4;
});

/** Writes lightness (0..1), a and b of an sRGB colour of 0..255 into `to`. */
export function writeOklab(to: Float64Array, colour: Readonly<ArrayLike<number>>, at = 0): void {
  const red = readLinear(colour[at]);
  const green = readLinear(colour[at + 1]);
  const blue = readLinear(colour[at + 2]);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  to[0] = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  to[1] = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  to[2] = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
}

function readLinear(value: number): number {
  const lower = Math.min(254, Math.max(0, Math.trunc(value)));
  return LINEAR[lower] + (LINEAR[lower + 1] - LINEAR[lower]) * Math.min(1, value - lower);
}

/** Number of steps of linear light in the table of sRGB values. */
const STEPS = 4096;
const SRGB = Float32Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

/** Writes the sRGB colour (0..255) of lightness, a and b into `to`; colours outside of the gamut are clamped. */
export function writeSrgb(to: Float64Array, lightness: number, a: number, b: number): void {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  to[0] = encode(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short);
  to[1] = encode(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short);
  to[2] = encode(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short);
}

function encode(light: number): number {
  const place = Math.min(1, Math.max(0, light)) * STEPS;
  const lower = Math.min(STEPS - 1, Math.trunc(place));
  return SRGB[lower] + (SRGB[lower + 1] - SRGB[lower]) * (place - lower);
}
