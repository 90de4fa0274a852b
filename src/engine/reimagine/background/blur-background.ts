import { smoothstep } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import { blurWeighted } from '../raster/planes.ts';
import { blendRaster, copyRaster, type Raster } from '../raster/raster.ts';

/** Parts of the longer side that the blur spreads over at the least and more at the most. */
const LEAST = 0.008;
const MORE = 0.03;

/** Blurs what is behind people as a lens does: highlights weigh more, and nothing of people leaks into it. */
export function blurBackground(raster: Raster, person: Float32Array, amount: number): void {
  const { width, height, pixels } = raster;
  const radius = Math.max(1, Math.max(width, height) * (LEAST + MORE * amount));
  const weight = person.map((alpha, index) => {
    const at = index * 4;
    const light = (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 765;
    return Math.max(0, 1 - alpha * 1.15) ** 2 * (0.25 + 3 * light ** 4);
  });
  const near = blurWeighted(raster, weight, radius);
  // Behind the middle of a person there is no ground near: that of further away goes on.
  const far = blurWeighted(raster, weight, radius * 4);
  const front = extractForeground(raster, person);
  const blurred = copyRaster(raster);
  for (let index = 0; index < person.length; index += 1) {
    const isNear = smoothstep(0, 0.02, near.total[index]);
    for (let channel = 0; channel < 3; channel += 1) {
      const wide = far.planes[channel][index];
      blurred.pixels[index * 4 + channel] = wide + (near.planes[channel][index] - wide) * isNear;
    }
  }
  blendRaster(blurred, front, person);
  raster.pixels.set(blurred.pixels);
}
