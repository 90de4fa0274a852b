import { smoothstep } from '../../vision/math.ts';
import { blurPlane, hashNoise } from '../raster/planes.ts';
import type { Raster } from '../raster/raster.ts';

/** Adds film grain: strongest in the midtones, slightly soft, different in every frame but deterministic. */
export function addGrain({ width, height, pixels }: Raster, amount: number, frame: number): void {
  const noise = new Float32Array(width * height);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      noise[index] = hashNoise(column, row, 11 + frame) - 0.5;
    }
  }
  const soft = blurPlane(noise, width, 1);
  for (let index = 0, at = 0; index < noise.length; index += 1, at += 4) {
    const light = (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 765;
    const visible = 0.35 + 2.6 * light * (1 - light);
    const step = (soft[index] * 2.9 + noise[index] * 0.35) * 42 * amount * visible;
    pixels[at] += step;
    pixels[at + 1] += step;
    pixels[at + 2] += step;
  }
}

/** Darkens towards the corners. */
export function addVignette({ width, height, pixels }: Raster, amount: number): void {
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 4) {
      const distance = Math.hypot(column / width - 0.5, row / height - 0.5) * Math.SQRT2;
      const light = 1 - amount * 0.6 * smoothstep(0.45, 1.05, distance);
      pixels[at] *= light;
      pixels[at + 1] *= light;
      pixels[at + 2] *= light;
    }
  }
}
