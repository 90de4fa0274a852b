import { clamp, smoothstep } from '../../vision/math.ts';
import { computeLuminance } from '../raster/raster.ts';

/** An sRGB colour, 0..1. */
export type UnitColour = readonly [red: number, green: number, blue: number];

/** Maps an sRGB colour of 0..1; results may lie slightly outside. */
export type ColourFunction = (red: number, green: number, blue: number) => UnitColour;

/**
 * Changes the exposure by stops: upwards with a shoulder, so that white is reached softly; downwards in linear light.
 */
export function exposure(stops: number): ColourFunction {
  const factor = 2 ** stops;
  return applyPerChannel((value) =>
    stops > 0 ? 1 - (1 - value) ** factor : value * factor ** (1 / 2.2),
  );
}

/** Changes contrast by an S-shaped curve through black, middle grey and white; negative amounts flatten it. */
export function contrast(amount: number): ColourFunction {
  return applyPerChannel(
    (value) => value + amount * (value - 0.5) * (1 - Math.abs(2 * value - 1)) * 1.6,
  );
}

/** Shifts colours towards warm light, with a negative amount towards cool light; luminance stays. */
export function warmth(amount: number): ColourFunction {
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const [r, g, b] = [
      red * (1 + 0.16 * amount),
      green * (1 + 0.02 * amount),
      blue * (1 - 0.2 * amount),
    ];
    const scale = luminance / Math.max(1e-3, computeLuminance(r, g, b));
    return [r * scale, g * scale, b * scale];
  };
}

/** Changes saturation; positive amounts act less on saturated colours, and -1 removes all colour. */
export function saturation(amount: number): ColourFunction {
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const max = Math.max(red, green, blue);
    const own = max > 0 ? (max - Math.min(red, green, blue)) / max : 0;
    const factor = amount > 0 ? 1 + amount * (1 - 0.7 * own) : 1 + amount;
    return [
      luminance + (red - luminance) * factor,
      luminance + (green - luminance) * factor,
      luminance + (blue - luminance) * factor,
    ];
  };
}

/** Adds a colour to shadows and another one to highlights. */
export function splitTone(shadow: UnitColour, light: UnitColour, amount: number): ColourFunction {
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const dark = amount * (1 - smoothstep(0.05, 0.6, luminance));
    const bright = amount * smoothstep(0.35, 0.95, luminance);
    return [
      red + shadow[0] * dark + light[0] * bright,
      green + shadow[1] * dark + light[1] * bright,
      blue + shadow[2] * dark + light[2] * bright,
    ];
  };
}

/** Maps black to `low` and white to `high`. */
export function fade(low: number, high = 1): ColourFunction {
  return applyPerChannel((value) => low + value * (high - low));
}

/**
 * Removes a cast of a colour: light is shifted to the opposite colour, luminance stays, and colours of about that hue
 * lose saturation.
 */
export function removeCast(colour: UnitColour, amount: number): ColourFunction {
  const middle = (colour[0] + colour[1] + colour[2]) / 3;
  const range = Math.max(1e-3, Math.max(...colour) - Math.min(...colour));
  const gains = colour.map((value) => 1 - (0.24 * amount * (value - middle)) / range);
  const [hue] = toHsv(colour[0], colour[1], colour[2]);
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const [r, g, b] = [red * gains[0], green * gains[1], blue * gains[2]];
    const scale = luminance / Math.max(1e-3, computeLuminance(r, g, b));
    const [ownHue] = toHsv(red, green, blue);
    const apart = Math.abs(ownHue - hue);
    const near = 1 - smoothstep(0.06, 0.16, Math.min(apart, 1 - apart));
    const paler = 1 - 0.45 * amount * near;
    const mix = (value: number): number => luminance + (value * scale - luminance) * paler;
    return [mix(r), mix(g), mix(b)];
  };
}

/** Tints everything with light of one colour; black stays black, and white is tinted less. */
export function tintLight(colour: UnitColour, amount: number): ColourFunction {
  const own = Math.max(0.08, computeLuminance(...colour));
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const weight = amount * (1 - 0.45 * smoothstep(0.7, 1, luminance));
    const tone = (value: number): number => Math.min(1.1, (value / own) * luminance);
    return [
      red + (tone(colour[0]) - red) * weight,
      green + (tone(colour[1]) - green) * weight,
      blue + (tone(colour[2]) - blue) * weight,
    ];
  };
}

/** Tones colours like old brown prints. */
export function sepiaTone(amount: number): ColourFunction {
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    return [
      red + (Math.min(1, luminance * 1.08 + 0.06) - red) * amount,
      green + (luminance * 0.93 + 0.02 - green) * amount,
      blue + (luminance * 0.74 - blue) * amount,
    ];
  };
}

/** Luminance from which a dimmed sky becomes dark: from a higher one, clouds, skin and white clothes would be flat. */
const BRIGHT_FROM = 0.4;

/**
 * Turns day into night: darker, bluer, less saturated. The brightest areas keep some warmth as lamps do, or become dark
 * as far as they are sky (0..1).
 */
export function nightTone(amount: number, sky = 0): ColourFunction {
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const dark =
      Math.min(1, luminance) ** (1 + 0.5 * amount) *
      (1 - 0.37 * amount) *
      (1 - 0.42 * amount * sky * smoothstep(BRIGHT_FROM, 1, luminance));
    const grey = 1 - 0.55 * amount;
    const scale = luminance > 1e-3 ? dark / luminance : 0;
    const hot = smoothstep(0.8, 1, luminance) * 0.35 * amount * (1 - sky);
    const mix = (value: number): number => (luminance + (value - luminance) * grey) * scale;
    return [
      mix(red) * (1 - 0.3 * amount) + hot,
      mix(green) * (1 - 0.08 * amount) + hot * 0.8,
      mix(blue) * (1 + 0.28 * amount) + 0.02 * amount + hot * 0.4,
    ];
  };
}

/** Dims bright areas, as clouds dim the sky. */
export function overcast(amount: number): ColourFunction {
  return (red, green, blue) => {
    const scale = 1 - amount * smoothstep(BRIGHT_FROM, 1, computeLuminance(red, green, blue));
    return [red * scale, green * scale, blue * scale];
  };
}

/** Where the hues of skin begin and end, 0..1, and the saturation that other colours of these hues have at least. */
const SKIN_HUES = { begin: [0, 0.01], end: [0.08, 0.115] } as const;
const MORE_THAN_SKIN = 0.5;

/**
 * Keeps only colours of about one hue and makes the rest black and white. Skin is orange, so its window is narrower, and
 * colours of its hues require more saturation.
 */
export function selectHue(colour: UnitColour): ColourFunction {
  const [hue] = toHsv(colour[0], colour[1], colour[2]);
  const isSkin = hue > 0.02 && hue < 0.12;
  const width = isSkin ? 0.045 : 0.07;
  const min = isSkin ? 0.55 : 0.25;
  return (red, green, blue) => {
    const luminance = computeLuminance(red, green, blue);
    const [ownHue, own, value] = toHsv(red, green, blue);
    const apart = Math.abs(ownHue - hue);
    const distance = Math.min(apart, 1 - apart);
    const likeness =
      smoothstep(...SKIN_HUES.begin, ownHue) * (1 - smoothstep(...SKIN_HUES.end, ownHue));
    const least = min + Math.max(0, MORE_THAN_SKIN - min) * likeness;
    const keeps =
      (1 - smoothstep(width * 0.6, width * 1.3, distance)) *
      smoothstep(least, least + 0.2, own) *
      smoothstep(0.08, 0.2, value);
    return [
      luminance + (red - luminance) * keeps,
      luminance + (green - luminance) * keeps,
      luminance + (blue - luminance) * keeps,
    ];
  };
}

function toHsv(red: number, green: number, blue: number): [number, number, number] {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range <= 0) {
    return [0, 0, max];
  }
  const sector =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return [sector / 6, range / max, max];
}

function applyPerChannel(change: (value: number) => number): ColourFunction {
  return (red, green, blue) => [change(red), change(green), change(blue)];
}

/** Clamps a colour to 0..1. */
export function clampColour([red, green, blue]: UnitColour): UnitColour {
  return [clamp(red, 0, 1), clamp(green, 0, 1), clamp(blue, 0, 1)];
}
