import type { FillTask } from './fill-task.ts';
import { evaluateGround } from './ground-colour.ts';

/** Longest side of the grid of the membrane, its rounds, and its over-relaxation. */
const GRID = 128;
const ROUNDS = 400;
const RELAX = 1.85;
/** Radius of the blur before the membrane, in pixels. */
export const SMOOTH = 3;

/** How much the background differs from its smooth colour, 0..255, also where somebody hides it. */
export interface Membrane {
  read(column: number, row: number, channel: number): number;
}

/** Solves the Laplace equation for how much the surroundings (`smooth`) differ from the smooth colour, in a coarse grid. */
export function solveMembrane(smooth: Float32Array, { image, area, ground }: FillTask): Membrane {
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
