import { smoothstep } from '../../vision/math.ts';
import { extractForeground } from '../analysis/foreground-colours.ts';
import {
  blurWeighted,
  type ColourPlane,
  scaleColours,
  type WeightedColours,
} from '../raster/colour-plane.ts';
import { blendRaster, type Raster } from '../raster/raster.ts';

/** Blur radius as a fraction of the longer side: the minimum, and what the full amount adds. */
const MIN = 0.008;
const MORE = 0.03;

/**
 * Blurs the background behind people like a lens: highlights have more weight, and colours of people do not leak into
 * it.
 */
export function blurBackground(raster: Raster, person: Float32Array, amount: number): void {
  const { width, height, pixels } = raster;
  const radius = Math.max(1, Math.max(width, height) * (MIN + MORE * amount));
  const weight = new Float32Array(person.length);
  for (let index = 0, at = 0; index < weight.length; index += 1, at += 4) {
    const unoccluded = Math.max(0, 1 - person[index] * 1.15);
    const light = ((pixels[at] + pixels[at + 1] + pixels[at + 2]) / 765) ** 2;
    weight[index] = unoccluded * unoccluded * (0.25 + 3 * light * light);
  }
  const near = blurWeighted(raster, weight, radius);
  // Behind the middle of a person no background is near: the blur of a larger radius fills it.
  const far = blurWeighted(raster, weight, radius * 4);
  const front = extractForeground(raster, person);
  const ground = scaleColours(mixGround(near, far), near.size, raster);
  for (let index = 0, at = 0; index < person.length; index += 1, at += 4) {
    if (person[index] < 1) {
      pixels[at] = ground[at];
      pixels[at + 1] = ground[at + 1];
      pixels[at + 2] = ground[at + 2];
    }
  }
  blendRaster(raster, front, person);
}

/** Returns the background of every cell of `near`, from farther away where there is none. */
function mixGround({ sums, size, cell }: WeightedColours, far: WeightedColours): ColourPlane {
  const ground = sums.slice();
  const wide = new Float32Array(4);
  for (let at = 0; at < ground.length; at += 4) {
    const scale = 1 / Math.max(1e-4, sums[at + 3]);
    const isNear = smoothstep(0, 0.02, sums[at + 3]);
    if (isNear < 1) {
      const index = at / 4;
      const row = Math.trunc(index / size.width);
      far.read((index - row * size.width + 0.5) * cell - 0.5, (row + 0.5) * cell - 0.5, wide);
    }
    for (let channel = 0; channel < 3; channel += 1) {
      const close = sums[at + channel] * scale;
      ground[at + channel] = wide[channel] + (close - wide[channel]) * isNear;
    }
  }
  return ground;
}
