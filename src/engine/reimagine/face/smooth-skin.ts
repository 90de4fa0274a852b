import type { ImageFace } from '../../head/head-view.ts';
import { smoothstep } from '../../vision/math.ts';
import { blurPlane } from '../raster/planes.ts';
import { MIN_WEIGHT, type Raster, extractChannel } from '../raster/raster.ts';

/** Blur radii between which blemishes lie, as fractions of the width of a face. */
const FINE = 1 / 150;
const COARSE = 1 / 36;

/**
 * Removes the middle frequencies of skin: blemishes disappear, while pores, the shape of the face, folds and edges
 * stay.
 */
export function smoothSkin(
  raster: Raster,
  skin: Float32Array,
  { faces, amount }: { readonly faces: readonly ImageFace[]; readonly amount: number },
): void {
  const size = Math.max(0, ...faces.map(({ box }) => box.width));
  const [first, last] = findRows(skin, raster.width);
  // Blurs of rows further away than they reach change nothing here.
  const reach = 2 * Math.ceil(Math.max(2, size * COARSE)) + 2;
  const from = Math.max(0, first - reach) * raster.width;
  const end = Math.min(raster.height, last + 1 + reach) * raster.width;
  if (end > from) {
    const rows = { width: raster.width, height: (end - from) / raster.width };
    const pixels = raster.pixels.subarray(from * 4, end * 4);
    smoothRows({ ...rows, pixels }, skin.subarray(from, end), { size, amount });
  }
}

function smoothRows(
  rows: Raster,
  skin: Float32Array,
  { size, amount }: { readonly size: number; readonly amount: number },
): void {
  const { width, pixels } = rows;
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = extractChannel(rows, channel);
    const fine = blurPlane(plane, width, Math.max(1, size * FINE));
    const coarse = blurPlane(plane, width, Math.max(2, size * COARSE));
    for (let index = 0; index < plane.length; index += 1) {
      const weight = skin[index] * amount;
      if (weight > MIN_WEIGHT) {
        const band = fine[index] - coarse[index];
        const isSmall = 1 - smoothstep(10, 34, Math.abs(band));
        const rest = plane[index] - fine[index];
        pixels[index * 4 + channel] = plane[index] - (band * 0.85 * isSmall + rest * 0.35) * weight;
      }
    }
  }
}

/** Returns the first and last row of a mask that is not empty; the last is before the first if there is none. */
function findRows(mask: Float32Array, width: number): readonly [first: number, last: number] {
  const first = mask.findIndex((value) => value > MIN_WEIGHT);
  const last = mask.findLastIndex((value) => value > MIN_WEIGHT);
  return first < 0 ? [0, -1] : [Math.floor(first / width), Math.floor(last / width)];
}
