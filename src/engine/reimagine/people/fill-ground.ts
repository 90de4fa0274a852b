/** Continues an even background where somebody was: a smooth colour, a membrane to the surroundings, and their grain. */
import { smoothstep } from '../../vision/math.ts';
import { blurColours } from '../raster/colour-plane.ts';
import { hashNoise } from '../raster/planes.ts';
import type { Raster } from '../raster/raster.ts';
import type { EvenGround, GroundImage } from './even-ground.ts';
import { evaluateGround } from './ground-colour.ts';
import type { PersonArea } from './person-area.ts';

/** Longest side of the grid of the membrane, its rounds, and its over-relaxation. */
const GRID = 128;
const ROUNDS = 400;
const RELAX = 1.85;
/** Radius of the blur before the membrane, in pixels. */
const SMOOTH = 3;
/** Radius of the blur that divides colour from grain, by the longest side, and tiles of grain in such radii. */
const GRAIN = 1 / 80;
const TILE = 6;
/** Width over which the continued background fades in, in heights of the face. */
const FADE = 0.06;
/** Tries to find a tile of plain background, after which grain is left out. */
const TRIES = 60;

/** A picture with the area of somebody and the background around, in its own pixels. */
export interface FillTask {
  readonly image: GroundImage;
  readonly area: PersonArea;
  readonly ground: EvenGround;
}

/** Draws the background over the person. */
export function fillGround(raster: Raster, task: FillTask): void {
  const { image, area, ground } = task;
  const { width, height, colours } = image;
  const smooth = colours.slice();
  blurColours(smooth, width, SMOOTH);
  const membrane = solveMembrane(smooth, task);
  const radius = Math.max(4, Math.round(Math.max(width, height) * GRAIN));
  smooth.set(colours);
  blurColours(smooth, width, radius);
  const grain = synthesiseGrain(smooth, radius, task);
  const fade = Math.max(2, FADE * area.faceHeight);
  for (let row = 0, index = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, index += 1) {
      const weight = 1 - smoothstep(ground.margin, ground.margin + fade, area.distance[index]);
      if (weight === 0) {
        continue;
      }
      for (let channel = 0; channel < 3; channel += 1) {
        const value =
          evaluateGround(ground.colour, channel, [column, row], image) +
          membrane.read(column, row, channel) +
          grain[index * 4 + channel];
        const at = index * 4 + channel;
        raster.pixels[at] +=
          (value - raster.pixels[at]) * weight + dither(column, row, channel) * weight;
      }
    }
  }
}

/** Rounds by chance, so that a soft gradient has no steps. */
function dither(column: number, row: number, channel: number): number {
  return hashNoise(column, row, channel) - 0.5;
}

interface Membrane {
  read(column: number, row: number, channel: number): number;
}

/** Solves the Laplace equation for what the surroundings differ from the smooth colour, in a coarse grid. */
function solveMembrane(smooth: Float32Array, { image, area, ground }: FillTask): Membrane {
  const { width, height } = image;
  const cell = Math.max(1, Math.ceil(Math.max(width, height) / GRID));
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const values = new Float32Array(columns * rows * 3);
  const isKnown = new Uint8Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const x = Math.min(width - 1, column * cell + (cell >> 1));
      const y = Math.min(height - 1, row * cell + (cell >> 1));
      const index = y * width + x;
      const distance = area.distance[index];
      const isGround =
        distance > ground.margin + SMOOTH &&
        distance < ground.margin + area.faceHeight &&
        area.toOthers[index] > 0.3 * area.faceHeight;
      if (isGround) {
        isKnown[at] = 1;
        for (let channel = 0; channel < 3; channel += 1) {
          values[at * 3 + channel] =
            smooth[index * 4 + channel] - evaluateGround(ground.colour, channel, [x, y], image);
        }
      }
    }
  }
  relaxMembrane(values, isKnown, columns);
  return {
    read(column, row, channel) {
      const x = Math.max(0, Math.min(columns - 1, (column - (cell >> 1)) / cell));
      const y = Math.max(0, Math.min(rows - 1, (row - (cell >> 1)) / cell));
      const left = Math.trunc(x);
      const top = Math.trunc(y);
      const next = left + 1 < columns ? 3 : 0;
      const at = (top * columns + left) * 3 + channel;
      const under = top + 1 < rows ? at + columns * 3 : at;
      const upper = values[at] + (values[at + next] - values[at]) * (x - left);
      const lower = values[under] + (values[under + next] - values[under]) * (x - left);
      return upper + (lower - upper) * (y - top);
    },
  };
}

/** Relaxes unknown cells to the mean of their neighbours (successive over-relaxation). */
function relaxMembrane(values: Float32Array, isKnown: Uint8Array, columns: number): void {
  const rows = isKnown.length / columns;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let row = 0, at = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1, at += 1) {
        if (isKnown[at] === 1) {
          continue;
        }
        const left = column > 0 ? at - 1 : at;
        const right = column < columns - 1 ? at + 1 : at;
        const up = row > 0 ? at - columns : at;
        const down = row < rows - 1 ? at + columns : at;
        for (let channel = 0; channel < 3; channel += 1) {
          const mean =
            (values[left * 3 + channel] +
              values[right * 3 + channel] +
              values[up * 3 + channel] +
              values[down * 3 + channel]) /
            4;
          values[at * 3 + channel] += RELAX * (mean - values[at * 3 + channel]);
        }
      }
    }
  }
}

/** Fills the area with grain from tiles of plain background, which overlap so that their variance stays. */
function synthesiseGrain(
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
