import type { ImageFace } from '../../head/head-view.ts';
import { smoothstep } from '../../vision/math.ts';
import { MIN_WEIGHT, computeLuminance, computeMeanColour, type Raster } from '../raster/raster.ts';
import type { StepColour } from '../../../instructions/step.ts';

/** Strength of a colour change and fraction of the part's own lightness that stays, both 0..1. */
export interface Recolouring {
  readonly colour: StepColour;
  readonly amount: number;
  readonly lightness: number;
  /** Maximum gain of the lightest channel over the part's own; unlimited by default. */
  readonly maxGain?: number | undefined;
}

/** Maximum level of the largest channel of the new colour; lighter paint would glow. */
const LIGHTEST = 215;
/** Fraction of the own colour that stays visible. */
const OWN = 0.14;

/** Steps of light per level in which shading is computed. */
const LIGHT_STEPS = 8;

/** Recolours a part: its mean colour moves towards the requested one, its shading stays as a ratio of luminance. */
export function recolour(
  { width, height, pixels }: Raster,
  mask: Float32Array,
  { colour, amount, lightness, maxGain = Number.POSITIVE_INFINITY }: Recolouring,
): void {
  const mean = computeMeanColour({ width, height, pixels }, mask);
  const own = Math.max(1, computeLuminance(...mean));
  const wanted = Math.max(6, computeLuminance(...colour));
  const lightest = Math.min(LIGHTEST, maxGain * Math.max(...mean));
  const level = Math.min(
    own ** lightness * wanted ** (1 - lightness),
    (lightest * wanted) / Math.max(1, ...colour),
  );
  // A table, because a power for each pixel is slow.
  const ratios = new Float64Array(255 * LIGHT_STEPS + 1);
  for (let step = 0; step < ratios.length; step += 1) {
    ratios[step] = Math.min(3.2, (step / LIGHT_STEPS / own) ** 0.92);
  }
  for (let index = 0, at = 0; index < mask.length; index += 1, at += 4) {
    const weight = mask[index] * amount;
    if (weight <= MIN_WEIGHT) {
      continue;
    }
    const light = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]);
    // Dark strands stay dark, and shine keeps the colour of the light.
    const ratio = ratios[Math.trunc(light * LIGHT_STEPS + 0.5)];
    const gloss = smoothstep(1.5, 3, ratio) * 0.25;
    for (let channel = 0; channel < 3; channel += 1) {
      const before = pixels[at + channel];
      const body = (colour[channel] / wanted) * level * ratio;
      const through = (before / Math.max(1, light)) * level * ratio;
      const value = body * (1 - OWN) + through * OWN;
      const shown = value + (255 - value) * gloss;
      pixels[at + channel] = before + (Math.min(255, shown) - before) * weight;
    }
  }
}

/** Points of both cheeks. */
const CHEEKS = [50, 280];

/** Computes the mask of the cheeks, 0..1, fading outwards, within the skin. */
export function maskCheeks(
  { width, height }: Raster,
  faces: readonly ImageFace[],
  skin: Float32Array,
): Float32Array {
  const mask = new Float32Array(width * height);
  for (const { landmarks, box } of faces) {
    const radius = box.width * 0.22;
    for (const point of CHEEKS) {
      const [x, y] = [landmarks[point * 3], landmarks[point * 3 + 1]];
      const last = Math.min(height, Math.ceil(y + radius));
      const end = Math.min(width, Math.ceil(x + radius));
      for (let row = Math.max(0, Math.floor(y - radius)); row < last; row += 1) {
        for (let column = Math.max(0, Math.floor(x - radius)); column < end; column += 1) {
          const distance = Math.hypot(column - x, (row - y) * 1.2) / radius;
          const index = row * width + column;
          mask[index] = Math.max(mask[index], (1 - smoothstep(0.1, 1, distance)) * skin[index]);
        }
      }
    }
  }
  return mask;
}

/** Lightens teeth and removes their yellow. */
export function whitenTeeth({ pixels }: Raster, teeth: Float32Array, amount: number): void {
  for (let index = 0, at = 0; index < teeth.length; index += 1, at += 4) {
    const weight = teeth[index] * amount;
    if (weight <= MIN_WEIGHT) {
      continue;
    }
    const light = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]);
    const white = Math.min(246, light * 1.14 + 10);
    for (let channel = 0; channel < 3; channel += 1) {
      const before = pixels[at + channel];
      pixels[at + channel] = before + (white + (before - light) * 0.25 - before) * weight;
    }
  }
}
