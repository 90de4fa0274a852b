import { smoothstep } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import { blurWeighted } from '../raster/planes.ts';
import { blendRaster, type Raster } from '../raster/raster.ts';

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
  const close = new Float32Array(4);
  const wide = new Float32Array(4);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      if (person[index] < 1) {
        near.read(column, row, close);
        const isNear = smoothstep(0, 0.02, close[3]);
        if (isNear < 1) {
          far.read(column, row, wide);
        }
        for (let channel = 0; channel < 3; channel += 1) {
          pixels[index * 4 + channel] = wide[channel] + (close[channel] - wide[channel]) * isNear;
        }
      }
    }
  }
  blendRaster(raster, front, person);
}
