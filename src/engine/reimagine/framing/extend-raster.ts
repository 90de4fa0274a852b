import type { RgbaImage } from '../../pixels/frame.ts';
import type { Matte } from '../../track/person-matte.ts';
import { smoothstep } from '../../vision/math.ts';
import { scaleMatte } from '../analysis/refine-matte.ts';
import { blurWeighted } from '../raster/colour-plane.ts';
import { blurPlane } from '../raster/planes.ts';
import {
  computeMeanColour,
  copyRaster,
  createRaster,
  type Raster,
  readChannels,
} from '../raster/raster.ts';
import { resizeRaster } from '../raster/resize-raster.ts';
import { insertRaster } from './crop-and-extend.ts';

/** Maximum side in pixels at which borders are computed, because they have little detail. */
const BORDER_SIDE = 360;
/** Depth of the edge that is mirrored outwards, as a fraction of the image: deeper, a second head would appear. */
const MIRRORED = 0.03;
/** Blur radii at {@link BORDER_SIDE}, and the radius per pixel of distance from the image. */
const RADII = [0, 1.5, 4, 12] as const;
const SOFTENING = 0.15;

/**
 * Blur radii of the background behind people, the widest first: the nearest one that shows enough background counts.
 * And the distance over which people fade into it, at {@link BORDER_SIDE}.
 */
const BEHIND = [120, 50, 20, 8] as const;
const ENOUGH = 0.12;
const FADE = 24;

/**
 * Extends an image to an aspect ratio. Its edges continue outwards, mirrored and stretched, ever softer with the
 * distance, so that plain backgrounds have no seam. People of the matte `person` fade there: stretched clothes would
 * become streaks.
 */
export function extendRaster(
  image: RgbaImage,
  aspect: number,
  person: Matte | null = null,
): Raster {
  const width = Math.max(image.width, Math.round(image.height * aspect));
  const height = Math.max(image.height, Math.round(image.width / aspect));
  const left = (width - image.width) >> 1;
  const top = (height - image.height) >> 1;
  const factor = Math.min(1, BORDER_SIDE / Math.max(width, height));
  const across = mirrorEdges({ length: width, from: left, inner: image.width, factor });
  const down = mirrorEdges({ length: height, from: top, inner: image.height, factor });
  const reduced = resizeRaster(image, {
    width: Math.max(2, Math.round(image.width * factor)),
    height: Math.max(2, Math.round(image.height * factor)),
  });
  const small = sampleGrid(reduced, { across, down });
  if (person !== null) {
    fadePeople(small, sampleGrid(removePeople(reduced, person), { across, down }), {
      across,
      down,
    });
  }
  soften(small, { across, down });
  const extended = resizeRaster(small, { width, height });
  insertRaster(extended, image, { left, top });
  return extended;
}

/** For every pixel of a side: the position in the image that it shows, 0..1, and its distance from the image. */
interface MirroredSide {
  readonly positions: Float32Array;
  readonly distances: Float32Array;
}

function mirrorEdges({
  length,
  from,
  inner,
  factor,
}: {
  readonly length: number;
  readonly from: number;
  readonly inner: number;
  readonly factor: number;
}): MirroredSide {
  const count = Math.max(2, Math.round(length * factor));
  const depth = inner * MIRRORED;
  const positions = new Float32Array(count);
  const distances = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = ((index + 0.5) * length) / count - from;
    const distance = Math.max(0, -at, at - inner);
    const inwards = depth * (1 - Math.exp(-distance / depth));
    positions[index] = (distance === 0 ? at : at < 0 ? inwards : inner - inwards) / inner;
    distances[index] = distance * factor;
  }
  return { positions, distances };
}

interface BorderGrid {
  readonly across: MirroredSide;
  readonly down: MirroredSide;
}

/** Replaces people by the colours of the background nearest to them. */
function removePeople(reduced: Raster, person: Matte): Raster {
  const { width } = reduced;
  const rest = scaleMatte(person, reduced);
  for (let index = 0; index < rest.length; index += 1) {
    rest[index] = 1 - rest[index];
  }
  const levels = BEHIND.map((radius) => blurWeighted(reduced, rest, radius));
  const whole = computeMeanColour(reduced, rest);
  const removed = copyRaster(reduced);
  const mean = new Float32Array(4);
  const behind = new Float32Array(3);
  for (let index = 0, at = 0; index < rest.length; index += 1, at += 4) {
    const row = Math.trunc(index / width);
    behind.set(whole);
    for (const level of levels) {
      level.read(index - row * width, row, mean);
      const known = smoothstep(0, ENOUGH, mean[3]);
      for (let channel = 0; channel < 3; channel += 1) {
        behind[channel] += (mean[channel] - behind[channel]) * known;
      }
    }
    for (let channel = 0; channel < 3; channel += 1) {
      const own = reduced.pixels[at + channel];
      removed.pixels[at + channel] = behind[channel] + (own - behind[channel]) * rest[index];
    }
  }
  return removed;
}

/** Fades a grid into the one without people, with the distance from the image. */
function fadePeople(grid: Raster, without: Raster, { across, down }: BorderGrid): void {
  for (let row = 0, at = 0; row < grid.height; row += 1) {
    for (let column = 0; column < grid.width; column += 1, at += 4) {
      const distance = Math.max(across.distances[column], down.distances[row]);
      const weight = smoothstep(0, FADE, distance);
      for (let channel = at; channel < at + 3; channel += 1) {
        grid.pixels[channel] += (without.pixels[channel] - grid.pixels[channel]) * weight;
      }
    }
  }
}

function sampleGrid({ width, height, pixels }: Raster, { across, down }: BorderGrid): Raster {
  const grid = createRaster(across.positions.length, down.positions.length);
  let to = 0;
  for (const v of down.positions) {
    const y = Math.max(0, Math.min(height - 1.001, v * height - 0.5));
    for (const u of across.positions) {
      const x = Math.max(0, Math.min(width - 1.001, u * width - 0.5));
      const right = x % 1;
      const below = y % 1;
      const from = (Math.trunc(y) * width + Math.trunc(x)) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        const at = from + channel;
        const upper = pixels[at] + (pixels[at + 4] - pixels[at]) * right;
        const next = at + width * 4;
        const lower = pixels[next] + (pixels[next + 4] - pixels[next]) * right;
        grid.pixels[to + channel] = upper + (lower - upper) * below;
      }
      to += 4;
    }
  }
  return grid;
}

/** Blurs each pixel as far as it is away from the image. */
function soften(grid: Raster, { across, down }: BorderGrid): void {
  const { width, height, pixels } = grid;
  const planes = readChannels(grid);
  const scale = Math.max(width, height) / BORDER_SIDE;
  const levels = RADII.map((radius) =>
    planes.map((plane) => blurPlane(plane, width, radius * scale)),
  );
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      const radius = (Math.max(across.distances[column], down.distances[row]) * SOFTENING) / scale;
      if (radius === 0) {
        continue;
      }
      let level = 0;
      while (level < RADII.length - 2 && radius > RADII[level + 1]) {
        level += 1;
      }
      const sharp = RADII[level];
      const soft = RADII[level + 1];
      const weight = Math.min(1, (radius - sharp) / (soft - sharp));
      for (let channel = 0; channel < 3; channel += 1) {
        const value = levels[level][channel][index];
        pixels[index * 4 + channel] = value + (levels[level + 1][channel][index] - value) * weight;
      }
    }
  }
}
