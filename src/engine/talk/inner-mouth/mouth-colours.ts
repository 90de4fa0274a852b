import { smoothstep } from '../../vision/math.ts';

/** Red, green and blue, 0..255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What an inside is painted with. */
export interface MouthColours {
  readonly tooth: Rgb;
  readonly flesh: Rgb;
  readonly dark: Rgb;
}

/** A place inside a mouth, in centimetres of a mouth of usual width. */
export interface MouthSpot {
  /** To the right of the middle, and down from where lips meet. */
  readonly x: number;
  readonly v: number;
  /** Distance to the upper lip and to the lower one. */
  readonly over: number;
  readonly under: number;
  /** Where the lower lip is in the middle. */
  readonly lowerLip: number;
  /** How high the tongue is, 0..1. */
  readonly tongue: number;
  /** How much lower teeth are seen, 0..1. */
  readonly lowerTeeth: number;
}

/** Darker skin than this has lit teeth all the same. */
const LEAST_LIGHT = 60;
const BRIGHTEST = 236;
/** How much of the tint of skin teeth have, and how blue skin usually is, by its light. */
const TINT = 0.55;
const USUAL_BLUE = 0.72;
/** Light that leaves less blue on skin leaves less on teeth: they look violet beside it otherwise. */
const TOOTH_WARMTH = 0.7;
/** Where teeth meet, to each side of the middle, and how narrow that is. */
const SEAMS = [0, 0.82, 1.44, 2.1];
const SEAM_CM = 0.09;
/** Arches turn away from the light towards the corners. */
const ARCH_CM = 2.35;
/** Lips so far apart take no light away from each other. */
const WIDE_OPEN_CM = 0.5;

/** How bright a colour is seen, 0..255. */
export function lumaOf([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** Colours that go with skin and its light: neutral teeth look green beside it, and blue in a painting. */
export function chooseMouthColours(skin: Rgb): MouthColours {
  const [red, green, blue] = skin;
  const light = Math.max(LEAST_LIGHT, lumaOf(skin));
  const toTooth = (white: number, value: number): number =>
    Math.min(BRIGHTEST, 0.96 * light * white * (value / light) ** TINT);
  const warmth = Math.min(1, blue / light / USUAL_BLUE);
  return {
    tooth: [toTooth(1.02, red), toTooth(1, green), toTooth(0.97, blue) * warmth ** TOOTH_WARMTH],
    flesh: [light * 0.86, light * 0.44, light * 0.42 * warmth],
    // An inside is dark red; a black one looks like a hole in the picture.
    dark: [light * 0.27 + 8, light * 0.1 + 4, (light * 0.1 + 4) * warmth],
  };
}

/** Sets `colour` to what is seen at a place: the dark, the tongue, lower teeth on the lower lip, upper teeth on the skull. */
export function paintMouth(
  colour: Float64Array,
  { x, v, over, under, lowerLip, tongue, lowerTeeth }: MouthSpot,
  { tooth, flesh, dark }: MouthColours,
): void {
  const square = x * x;
  const away = Math.abs(x);
  const side = Math.min(1, square / (ARCH_CM * ARCH_CM));
  const depth = smoothstep(0, 0.5, Math.min(over, under + 0.25));
  for (let channel = 0; channel < 3; channel += 1) {
    colour[channel] = dark[channel] * (1.25 - 0.55 * depth);
  }
  // Lower teeth stand just behind the lower lip, which hides all but their edges; the tongue lies behind them or is raised.
  const lowerTop = lowerLip - 0.13 + 0.05 * square;
  const lying = Math.max(0.3, lowerTop - 0.16 - 0.22 * lowerLip);
  const tongueTop = lying * (1 - 0.6 * tongue) + 0.3 * tongue + 0.12 * square;
  const isTongue =
    smoothstep(tongueTop - 0.14, tongueTop + 0.22, v) * (1 - smoothstep(1.2, 1.9, away));
  const lit = 0.6 + 0.4 * smoothstep(tongueTop, tongueTop + 0.5, v);
  mix(colour, flesh, { weight: isTongue * 0.92 * lit, gain: 1 });
  const isLower =
    smoothstep(lowerTop - 0.03, lowerTop + 0.05, v) *
    (1 - smoothstep(1.3, 1.8, away)) *
    smoothstep(0.35, 0.7, lowerLip);
  mix(colour, tooth, {
    weight: isLower * lowerTeeth * 0.7 * (1 - 0.5 * side),
    gain: 0.62 * (1 - 0.2 * seamAt(x * 1.5)),
  });
  // Upper teeth hang below the line where lips meet; canines are longer than what lies beside them.
  const edge = 0.36 - 0.05 * square + 0.02 * Math.cos(x * 7.4);
  const isUpper = (1 - smoothstep(edge - 0.05, edge + 0.03, v)) * (1 - smoothstep(2, 2.5, away));
  mix(colour, tooth, { weight: isUpper * (1 - 0.62 * side), gain: 0.9 * (1 - 0.2 * seamAt(x)) });
  shadeMouth(colour, shadowAt(over, under));
}

/** How much light lips leave on what is just behind them, and how little comes through a slit. */
export function shadowAt(over: number, under: number): number {
  return (
    (0.76 + 0.24 * smoothstep(-0.02, 0.2, over)) *
    (0.76 + 0.24 * smoothstep(-0.02, 0.16, under)) *
    (0.6 + 0.4 * smoothstep(0, WIDE_OPEN_CM, over + under))
  );
}

function shadeMouth(colour: Float64Array, light: number): void {
  // Between lips shadows are warm: light comes through them and from them.
  colour[0] *= light ** 0.7;
  colour[1] *= light;
  colour[2] *= light ** 1.1;
}

/** How much a place lies between two teeth, 0..1. */
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
