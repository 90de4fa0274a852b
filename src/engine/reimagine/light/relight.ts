import { smoothstep, softClamp } from '../../vision/math.ts';
import { blurPlane, scalePlane } from '../raster/planes.ts';
import { type FloatPlane, computeLuminance, type Raster } from '../raster/raster.ts';
import type { StepColour } from '../../../instructions/step.ts';
import type { SurfaceShade } from './surface-shade.ts';

/** A lamp that lights people. */
export interface Lamp {
  /** Linear light of each channel; white is 1. */
  readonly colour: readonly [red: number, green: number, blue: number];
  /**
   * Fraction in which its colour also appears on surfaces that reflect another one and behind people, 0..1: a filter in
   * front of a lamp is visible on everything.
   */
  readonly spread: number;
  /** Fraction of the light that comes from the lamp, 0..1. */
  readonly strength: number;
  /** Darkening of the surroundings, 0..1. */
  readonly dimming: number;
}

const GAMMA = 2.2;
/** Gain from which further light is compressed, and the range above it: faces would lose their texture. */
const STRONG = 1.2;
const STRONGER = 0.7;
/** Luminance from which white is compressed. */
const SHOULDER = 0.7;

/**
 * Computes the lamp's part of the gain of every pixel, without the ambient light; the mean luminance of people roughly
 * stays.
 */
export function toLampGain({ values, mean }: SurfaceShade, strength: number): FloatPlane {
  const ambient = toAmbient(strength);
  return values.map((shade) => {
    const gain = ambient + (shade / mean) * strength * KEY;
    const bounded = gain <= STRONG ? gain : STRONG + softClamp(gain - STRONG, STRONGER);
    return bounded - ambient;
  });
}

/** Mean gain of a lamp of full strength. */
const KEY = 1.05;

function toAmbient(strength: number): number {
  return 1 - 0.82 * strength;
}

/** Steps of the square root of light up to twice white: dark values need the finest steps. */
const STEPS = 4096;
const ROOT_STEPS = STEPS / Math.SQRT2;

/** A lamp and its gain of {@link toLampGain}. */
export interface LampLight {
  readonly gain: FloatPlane;
  readonly lamp: Lamp;
}

/** Fraction of a lamp's spread that the background receives, and fraction of its own light that it loses for it. */
const BEHIND = 0.6;
const BEHIND_LOST = 0.4;

/** Lights people by the sum of lamps: each is a ratio of light, so texture stays. */
export function relight(
  { pixels }: Raster,
  person: Float32Array,
  lights: readonly LampLight[],
): void {
  const linear = Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** GAMMA);
  const display = Uint8ClampedArray.from(
    { length: STEPS + 1 },
    (_, step) => softenLight(2 * (step / STEPS) ** 2) ** (1 / GAMMA) * 255,
  );
  const { ambient, dimmed, share } = balance(lights);
  for (let index = 0, at = 0; index < person.length; index += 1, at += 4) {
    const weight = person[index];
    const rest = ambient * weight + dimmed * (1 - weight);
    const red = linear[pixels[at]];
    const green = linear[pixels[at + 1]];
    const blue = linear[pixels[at + 2]];
    const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let litRed = red * rest;
    let litGreen = green * rest;
    let litBlue = blue * rest;
    for (const { gain, lamp } of lights) {
      const { colour, spread } = lamp;
      const key = gain[index] * share * (weight + (1 - weight) * spread * BEHIND);
      litRed += key * colour[0] * (red + (grey - red) * spread);
      litGreen += key * colour[1] * (green + (grey - green) * spread);
      litBlue += key * colour[2] * (blue + (grey - blue) * spread);
    }
    pixels[at] = display[toStep(litRed)];
    pixels[at + 1] = display[toStep(litGreen)];
    pixels[at + 2] = display[toStep(litBlue)];
  }
}

/** Returns the ambient light on people and behind them, and the share of each lamp at which the mean light stays. */
function balance(lights: readonly LampLight[]): {
  readonly ambient: number;
  readonly dimmed: number;
  readonly share: number;
} {
  let ambient = 1;
  let dimmed = 1;
  let strength = 0;
  for (const { lamp } of lights) {
    ambient *= toAmbient(lamp.strength);
    dimmed *= (1 - lamp.dimming * lamp.strength) * (1 - BEHIND_LOST * lamp.spread);
    strength += lamp.strength;
  }
  const mean = toAmbient(strength / lights.length) + (KEY * strength) / lights.length;
  return { ambient, dimmed, share: (mean - ambient) / (KEY * strength) };
}

function toStep(light: number): number {
  return light >= 2 ? STEPS : (Math.sqrt(light) * ROOT_STEPS + 0.5) | 0;
}

/** Compresses light of up to twice white to below white. */
function softenLight(light: number): number {
  const over = light - SHOULDER;
  return over <= 0 ? light : SHOULDER + (1 - Math.exp(-over / 0.3)) * 0.3;
}

/** Parameters of a glow. */
interface Glow {
  readonly side: 'left' | 'right';
  readonly colour: StepColour;
  readonly amount: number;
  /** Columns at which the glow is computed: it has no detail. */
  readonly columns: number;
}

/** Adds a glow from a side of the image, and its bloom. */
export function addGlow(raster: Raster, { side, colour, amount, columns }: Glow): void {
  const { width, height, pixels } = raster;
  const step = Math.max(1, Math.round(width / columns));
  const size = { width: Math.ceil(width / step), height: Math.ceil(height / step) };
  const bright = new Float32Array(size.width * size.height);
  for (let row = 0, index = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1, index += 1) {
      const at = (row * width + column) * step * 4;
      const light = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]) / 255;
      bright[index] = smoothstep(0.6, 1, light);
    }
  }
  const glow = blurPlane(bright, size.width, Math.max(size.width, size.height) / 30);
  const from = side === 'right' ? 1.02 : -0.02;
  for (let row = 0, index = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1, index += 1) {
      const distance = Math.hypot((column / size.width - from) * 1.1, row / size.height - 0.18);
      glow[index] = amount * (0.42 * Math.exp(-distance * distance * 3.2) + 0.25 * glow[index]);
    }
  }
  const weights = step === 1 ? glow : scalePlane(glow, size.width, raster);
  const [red, green, blue] = colour.map((value) => value / 255);
  for (let index = 0, at = 0; index < weights.length; index += 1, at += 4) {
    const weight = weights[index];
    pixels[at] = 255 - (255 - pixels[at]) * (1 - weight * red);
    pixels[at + 1] = 255 - (255 - pixels[at + 1]) * (1 - weight * green);
    pixels[at + 2] = 255 - (255 - pixels[at + 2]) * (1 - weight * blue);
  }
}
