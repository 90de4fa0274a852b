import type { GradeName } from '../../../instructions/step.ts';
import {
  type ColourFunction,
  contrast,
  exposure,
  fade,
  nightTone,
  saturation,
  sepiaTone,
  splitTone,
  warmth,
} from './colour-function.ts';

/** Lists the colour functions of a named grade in their order; `amount` is 0..1. */
export function listGradeFunctions(grade: GradeName, amount: number): readonly ColourFunction[] {
  return makers[grade](amount);
}

/** Lists the colour functions of a low sun; `amount` is 0..1. */
export function listGoldenFunctions(amount: number): readonly ColourFunction[] {
  return [
    warmth(1.15 * amount),
    exposure(0.12 * amount),
    contrast(0.15 * amount),
    splitTone([-0.02, -0.005, 0.035], [0.09, 0.035, -0.07], amount),
    saturation(0.15 * amount),
  ];
}

/** Lists the colour functions of a night; `sky` is how far bright areas are sky, 0..1. */
export function listNightFunctions(amount: number, sky = 0): readonly ColourFunction[] {
  return [nightTone(Math.min(1, 0.35 + amount * 0.85), sky)];
}

const makers: Readonly<Record<GradeName, (amount: number) => readonly ColourFunction[]>> = {
  brighter: (amount) => [exposure(0.9 * amount)],
  darker: (amount) => [exposure(-1.1 * amount)],
  more_contrast: (amount) => [contrast(0.55 * amount)],
  less_contrast: (amount) => [contrast(-0.35 * amount), fade(0.05 * amount, 1 - 0.03 * amount)],
  warmer: (amount) => [warmth(amount)],
  cooler: (amount) => [warmth(-amount)],
  more_saturated: (amount) => [saturation(0.7 * amount), contrast(0.18 * amount)],
  less_saturated: (amount) => [saturation(-0.55 * amount)],
  black_and_white: () => [saturation(-1)],
  noir: (amount) => [saturation(-1), contrast(0.8 * amount), exposure(-0.25 * amount)],
  sepia: (amount) => [sepiaTone(Math.min(1, 0.4 + amount))],
  cinematic: (amount) => [
    contrast(0.3 * amount),
    saturation(-0.12 * amount),
    splitTone([-0.05, 0.015, 0.075], [0.07, 0.02, -0.06], amount),
  ],
  vintage: (amount) => [
    contrast(-0.18 * amount),
    saturation(-0.3 * amount),
    splitTone([0.05, 0, 0.035], [0.04, 0.025, -0.06], amount),
    fade(0.07 * amount, 1 - 0.04 * amount),
  ],
  pastel: (amount) => [
    exposure(0.75 * amount),
    saturation(-0.2 * amount),
    contrast(-0.15 * amount),
    fade(0.2 * amount),
  ],
  neon_tint: (amount) => [
    contrast(0.4 * amount),
    splitTone([0.1, -0.06, 0.2], [0.12, -0.04, 0.1], amount),
    saturation(0.5 * amount),
  ],
  night: (amount) => listNightFunctions(amount),
};
