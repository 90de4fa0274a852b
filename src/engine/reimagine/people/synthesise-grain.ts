import { hashNoise } from '../raster/planes.ts';
import { FADE, type FillTask } from './fill-task.ts';
import type { PersonArea } from './person-area.ts';

/** Size of tiles of grain, in radii of the blur that divides it from colour. */
const TILE = 6;
/** Tries to find a tile of plain background, after which grain is left out. */
const TRIES = 60;

/** Fills the area with grain from tiles of plain background, which overlap so that their variance stays. */
export function synthesiseGrain(
  smooth: Float32Array,
  radius: number,
  { image, area, ground }: FillTask,
): Float32Array {
  const { width, height, colours } = image;
  const tile = TILE * radius;
  const grain = new Float32Array(colours.length);
  const half = tile / 2;
  const isPlain = (left: number, top: number): boolean => {
    for (const [x, y] of [
      [0, 0],
      [tile - 1, 0],
      [0, tile - 1],
      [tile - 1, tile - 1],
      [half, half],
    ]) {
      const index = (top + y) * width + left + x;
      const distance = area.distance[index];
      if (
        distance < Math.max(ground.margin, 2 * radius) ||
        distance > ground.margin + area.faceHeight + 2 * tile ||
        area.toOthers[index] < 0.3 * area.faceHeight + 2 * radius
      ) {
        return false;
      }
    }
    return true;
  };
  if (width <= tile || height <= tile) {
    return grain;
  }
  for (let top = -half; top < height; top += half) {
    for (let left = -half; left < width; left += half) {
      const source = findTile(left, top, {
        width,
        height,
        tile,
        isPlain,
        area,
        margin: ground.margin,
      });
      if (source === null) {
        continue;
      }
      for (let y = Math.max(0, -top); y < tile && top + y < height; y += 1) {
        const down = Math.sin(((y + 0.5) * Math.PI) / tile);
        for (let x = Math.max(0, -left); x < tile && left + x < width; x += 1) {
          const weight = down * Math.sin(((x + 0.5) * Math.PI) / tile);
          const to = ((top + y) * width + left + x) * 4;
          const from = ((source.top + y) * width + source.left + x) * 4;
          for (let channel = 0; channel < 3; channel += 1) {
            grain[to + channel] += weight * (colours[from + channel] - smooth[from + channel]);
          }
        }
      }
    }
  }
  return grain;
}

interface TileSearch {
  readonly width: number;
  readonly height: number;
  readonly tile: number;
  readonly isPlain: (left: number, top: number) => boolean;
  readonly area: PersonArea;
  readonly margin: number;
}

/** Finds a tile of plain background for a tile that the person hides; null where it hides none or none is plain. */
function findTile(
  left: number,
  top: number,
  { width, height, tile, isPlain, area, margin }: TileSearch,
): { readonly left: number; readonly top: number } | null {
  const x = Math.max(0, Math.min(width - 1, left + tile / 2));
  const y = Math.max(0, Math.min(height - 1, top + tile / 2));
  if (area.distance[y * width + x] > margin + area.faceHeight * FADE + tile) {
    return null;
  }
  for (let round = 0; round < TRIES; round += 1) {
    const source = {
      left: Math.trunc(hashNoise(left, top, round) * (width - tile)),
      top: Math.trunc(hashNoise(top, left, round + TRIES) * (height - tile)),
    };
    if (isPlain(source.left, source.top)) {
      return source;
    }
  }
  return null;
}
