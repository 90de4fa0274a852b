import { smoothstep } from '../../vision/math.ts';

/** Red, green and blue, 0..255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Palette of a mouth's inside. */
export interface MouthColours {
  readonly tooth: Rgb;
  readonly flesh: Rgb;
  readonly dark: Rgb;
}

/** Position inside a mouth, in centimetres of a mouth of usual width. */
export interface MouthSpot {
  /** To the right of the middle, and down from the line where lips meet. */
  readonly x: number;
  readonly v: number;
  /** Distance to the upper lip and to the lower one. */
  readonly over: number;
  readonly under: number;
  /** Position of the lower lip in the middle. */
  readonly lowerLip: number;
  /** Height of the tongue, 0..1. */
  readonly tongue: number;
  /** Light of the position, 0..1; see {@link shadowAt}. */
  readonly light: number;
}

/** Minimum skin luma: teeth are lit as by this even in darker skin. */
const MIN_LIGHT = 60;
const BRIGHTEST = 236;
/** Exponent by which teeth take on the tint of skin; usual ratio of blue to luma in skin. */
const TINT = 0.35;
const USUAL_BLUE = 0.72;
/**
 * Exponent of the warmth: light that leaves little blue on skin leaves little on teeth, which would look violet
 * otherwise.
 */
const TOOTH_WARMTH = 0.7;
/** Distances of the seams between teeth from the middle on each side, and their width. */
const SEAMS = [0, 0.82, 1.44, 2.1];
const SEAM_CM = 0.09;
/** Half width of the dental arch, over which teeth turn away from the light. */
const ARCH_CM = 2.35;
/**
 * Distances from the lower lip at which no light and all light falls on the tongue. Closed lips end in a dark line, which
 * would look like a pencil line between the lip and a light tongue.
 */
const LIP_SHADOW_CM = [-0.05, 0.4] as const;
/**
 * Light that falls through the narrowest slit, and the lip gap from which all of it does, without and with full shade.
 */
const SLIT_LIGHT = [0.6, 0.2] as const;
const WIDE_OPEN_CM = [0.5, 0.9] as const;

/** Luma of a colour, 0..255. */
export function computeLuma([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** Derives the palette from skin colour: neutral teeth look green beside skin, and blue in a painting. */
export function chooseMouthColours(skin: Rgb): MouthColours {
  const [red, green, blue] = skin;
  const light = Math.max(MIN_LIGHT, computeLuma(skin));
  const toTooth = (white: number, value: number): number =>
    Math.min(BRIGHTEST, 1.08 * light * white * (value / light) ** TINT);
  const warmth = Math.min(1, blue / light / USUAL_BLUE);
  return {
    tooth: [toTooth(1.02, red), toTooth(1, green), toTooth(0.97, blue) * warmth ** TOOTH_WARMTH],
    flesh: [light * 0.86, light * 0.44, light * 0.42 * warmth],
    // Dark red: black looks like a hole in the image, and a lighter red below teeth like a lip.
    dark: [light * 0.2 + 8, light * 0.09 + 4, (light * 0.09 + 4) * warmth],
  };
}

/**
 * Sets `colour` at a position, composited from back to front: cavity, tongue, upper teeth at the skull.
 */
export function paintMouth(
  colour: Float64Array,
  { x, v, over, under, lowerLip, tongue, light }: MouthSpot,
  { tooth, flesh, dark }: MouthColours,
): void {
  const square = x * x;
  const away = Math.abs(x);
  const side = Math.min(1, square / (ARCH_CM * ARCH_CM));
  const depth = smoothstep(0, 0.5, Math.min(over, under + 0.25));
  for (let channel = 0; channel < 3; channel += 1) {
    colour[channel] = dark[channel] * (1.25 - 0.55 * depth);
  }
  // Lower teeth are left out: a light strip above the lower lip looks like another lip. The tongue lies behind them or
  // is raised.
  const lowerTop = lowerLip - 0.13 + 0.05 * square;
  const lying = Math.max(0.3, lowerTop - 0.16 - 0.22 * lowerLip);
  const tongueTop = lying * (1 - 0.6 * tongue) + 0.3 * tongue + 0.12 * square;
  const isTongue =
    smoothstep(tongueTop - 0.14, tongueTop + 0.22, v) * (1 - smoothstep(1.2, 1.9, away));
  const lit =
    (0.6 + 0.4 * smoothstep(tongueTop, tongueTop + 0.5, v)) * smoothstep(...LIP_SHADOW_CM, under);
  mix(colour, flesh, { weight: isTongue * 0.92 * lit, gain: 1 });
  // Upper teeth end below the line where lips meet; canines are longer than their neighbours.
  const edge = 0.36 - 0.05 * square + 0.02 * Math.cos(x * 7.4);
  const isUpper = (1 - smoothstep(edge - 0.05, edge + 0.03, v)) * (1 - smoothstep(2, 2.5, away));
  mix(colour, tooth, { weight: isUpper * (1 - 0.62 * side), gain: 0.9 * (1 - 0.2 * seamAt(x)) });
  shadeMouth(colour, light);
}

/** Returns the factor of light that the shadow of lips leaves at distances from both. */
export function shadowAt(over: number, under: number): number {
  return (
    (0.76 + 0.24 * smoothstep(-0.02, 0.2, over)) * (0.76 + 0.24 * smoothstep(-0.02, 0.16, under))
  );
}

/** Returns the factor of light that falls through a lip gap (centimetres); `shade` is 0..1. */
export function slitLightAt(gap: number, shade: number): number {
  const narrow = mixOf(SLIT_LIGHT, shade);
  return narrow + (1 - narrow) * smoothstep(0, mixOf(WIDE_OPEN_CM, shade), gap);
}

function mixOf([none, full]: readonly [number, number], shade: number): number {
  return none + (full - none) * shade;
}

function shadeMouth(colour: Float64Array, light: number): void {
  // Shadows between lips are warm, since light passes through lips and reflects from them.
  colour[0] *= light ** 0.7;
  colour[1] *= light;
  colour[2] *= light ** 1.1;
}

/** Returns how close a position is to the seam between two teeth, 0..1. */
function seamAt(x: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const seam of SEAMS) {
    nearest = Math.min(nearest, Math.abs(Math.abs(x) - seam));
  }
  return 1 - smoothstep(0, SEAM_CM, nearest);
}

function mix(
  colour: Float64Array,
  other: Rgb,
  { weight, gain }: { readonly weight: number; readonly gain: number },
): void {
  for (let channel = 0; channel < 3; channel += 1) {
    colour[channel] += (other[channel] * gain - colour[channel]) * weight;
  }
}
