import type { ImageFace } from '../../head/head-view.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import { LEAST_WEIGHT, type Raster, extractChannel } from '../raster/raster.ts';

/** Parts of the width of a face between which blemishes lie. */
const FINE = 1 / 150;
const COARSE = 1 / 36;

/** Takes what is of middle size out of skin: blemishes go, pores and the shape of the face stay, and so do folds and edges. */
export function smoothSkin(
  raster: Raster,
  skin: Float32Array,
  { faces, amount }: { readonly faces: readonly ImageFace[]; readonly amount: number },
): void {
  const { width, pixels } = raster;
  const size = Math.max(0, ...faces.map(({ box }) => box.width));
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = extractChannel(raster, channel);
    const fine = blurPlane(plane, width, Math.max(1, size * FINE));
    const coarse = blurPlane(plane, width, Math.max(2, size * COARSE));
    for (let index = 0; index < plane.length; index += 1) {
      const weight = skin[index] * amount;
      if (weight > LEAST_WEIGHT) {
        const band = fine[index] - coarse[index];
        const isSmall = 1 - smoothstep(10, 34, Math.abs(band));
        const rest = plane[index] - fine[index];
        pixels[index * 4 + channel] = plane[index] - (band * 0.85 * isSmall + rest * 0.35) * weight;
      }
    }
  }
}
