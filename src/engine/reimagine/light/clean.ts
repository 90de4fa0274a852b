import { clamp, smoothstep } from '../../vision/math.ts';
import { blurPlane, smoothWithin } from '../raster/planes.ts';
import { computeLuminance, type Raster, extractChannel, readLuminance } from '../raster/raster.ts';

/** Target mean luminance of lifted shadows, and the largest gain of any area. */
const WANTED_LIGHT = 0.45;
const MAX_GAIN = 6;

/** Returns the mean luminance of an image, 0..1. */
export function computeMeanLight(raster: Raster): number {
  const luminance = readLuminance(raster);
  let mean = 0;
  for (let index = 0; index < luminance.length; index += 1) {
    mean += luminance[index] / luminance.length;
  }
  return mean;
}

/**
 * Lifts shadows by the mean luminance of an image: the edge-preserving base is raised, detail keeps its strength, and
 * colour noise fades.
 */
export function liftShadows(
  raster: Raster,
  { amount, light }: { readonly amount: number; readonly light: number },
): void {
  const { width, height, pixels } = raster;
  const luminance = readLuminance(raster);
  const radius = Math.max(3, Math.max(width, height) / 56);
  const base = smoothWithin(luminance, { width, radius, noise: 0.02 });
  const gamma = clamp(Math.log(WANTED_LIGHT) / Math.log(clamp(light, 0.02, 0.44)), 0.35, 1);
  const power = 1 - (1 - gamma) * amount;
  for (let index = 0, at = 0; index < base.length; index += 1, at += 4) {
    const lifted = Math.max(1e-3, base[index]) ** power;
    const gain = Math.min(MAX_GAIN, lifted / Math.max(0.012, base[index]));
    const colour = 0.75 + 0.25 / (1 + 0.06 * (gain - 1) ** 2);
    const own = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]);
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at + channel] = (own + (pixels[at + channel] - own) * colour) * gain;
    }
  }
}

/** Reduces noise: of luminance between edges, of chroma over a wider radius. */
export function reduceNoise(raster: Raster, amount: number): void {
  const { width, pixels } = raster;
  const luminance = readLuminance(raster);
  const smooth = (plane: Float32Array, noise: number): Float32Array =>
    smoothWithin(plane, { width, radius: 1, noise: noise * (0.3 + amount) });
  const clean = smooth(smooth(luminance, 0.0012), 0.0008);
  for (let channel = 0; channel < 3; channel += 1) {
    const chroma = extractChannel(raster, channel);
    for (let index = 0; index < chroma.length; index += 1) {
      chroma[index] -= luminance[index] * 255;
    }
    const soft = blurPlane(chroma, width, 2 + 2 * amount);
    for (let index = 0; index < soft.length; index += 1) {
      const rest = luminance[index] - clean[index];
      const isEdge = smoothstep(0.05, 0.15, Math.abs(rest));
      const light = clean[index] + rest * (0.12 + 0.7 * isEdge);
      pixels[index * 4 + channel] = light * 255 + soft[index];
    }
  }
}

/** Sharpens luminance by an unsharp mask, less in noise and less where it would ring. */
export function sharpen(raster: Raster, amount: number): void {
  const { width, height, pixels } = raster;
  const luminance = readLuminance(raster);
  const soft = blurPlane(luminance, width, Math.max(1, Math.max(width, height) / 1600));
  for (let index = 0, at = 0; index < soft.length; index += 1, at += 4) {
    const detail = (luminance[index] - soft[index]) * 255;
    const isDetail = smoothstep(0.6, 3, Math.abs(detail));
    const step = clamp(detail * isDetail * (0.6 + 1.4 * amount), -28, 28);
    pixels[at] += step;
    pixels[at + 1] += step;
    pixels[at + 2] += step;
  }
}
