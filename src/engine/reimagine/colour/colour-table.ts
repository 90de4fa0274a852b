/**
 * All colour changes of a run as one table of 33 by 33 by 33 colours: ten wishes cost as much as one, and nothing
 * flickers between frames. The table is interpolated tetrahedrally, which keeps greys grey.
 */
import { MIN_WEIGHT, type Raster } from '../raster/raster.ts';
import { clampColour, type ColourFunction, type UnitColour } from './colour-function.ts';

/** Entries along each channel. */
const SIZE = 33;
const RED = 3;
const GREEN = SIZE * 3;
const BLUE = SIZE * SIZE * 3;
const ALL = RED + GREEN + BLUE;

/** Red, green and blue of 0..255 for each entry, red fastest. */
export type ColourTable = Float32Array;

/** Composes functions into a table. */
export function bakeColourTable(functions: readonly ColourFunction[]): ColourTable {
  const table = new Float32Array(SIZE ** 3 * 3);
  let at = 0;
  for (let blue = 0; blue < SIZE; blue += 1) {
    for (let green = 0; green < SIZE; green += 1) {
      for (let red = 0; red < SIZE; red += 1, at += 3) {
        let colour: UnitColour = [red / (SIZE - 1), green / (SIZE - 1), blue / (SIZE - 1)];
        for (const change of functions) {
          // Clamped between functions too: a power of a negative number is NaN, which shows as a black hole.
          colour = clampColour(change(colour[0], colour[1], colour[2]));
        }
        table[at] = colour[0] * 255;
        table[at + 1] = colour[1] * 255;
        table[at + 2] = colour[2] * 255;
      }
    }
  }
  return table;
}

/** Applies a colour table to an image within a mask (everywhere when null). */
export function applyColourTable(
  { pixels }: Raster,
  table: ColourTable,
  mask: Float32Array | null,
): void {
  const scale = (SIZE - 1) / 255;
  for (let index = 0, at = 0; at < pixels.length; index += 1, at += 4) {
    const weight = mask === null ? 1 : mask[index];
    if (weight <= MIN_WEIGHT) {
      continue;
    }
    const red = pixels[at] * scale;
    const green = pixels[at + 1] * scale;
    const blue = pixels[at + 2] * scale;
    const cellRed = Math.min(SIZE - 2, red | 0);
    const cellGreen = Math.min(SIZE - 2, green | 0);
    const cellBlue = Math.min(SIZE - 2, blue | 0);
    const x = red - cellRed;
    const y = green - cellGreen;
    const z = blue - cellBlue;
    const base = cellRed * RED + cellGreen * GREEN + cellBlue * BLUE;
    // The path from the darkest corner of the cell to the lightest goes along the largest fraction first.
    const first = x >= y ? (x >= z ? RED : BLUE) : y >= z ? GREEN : BLUE;
    const last = x >= y ? (y >= z ? BLUE : GREEN) : x >= z ? BLUE : RED;
    const one = base + first;
    const two = base + ALL - last;
    const high = Math.max(x, y, z);
    const low = Math.min(x, y, z);
    const middle = x + y + z - high - low;
    for (let channel = 0; channel < 3; channel += 1) {
      const value =
        table[base + channel] * (1 - high) +
        table[one + channel] * (high - middle) +
        table[two + channel] * (middle - low) +
        table[base + ALL + channel] * low;
      pixels[at + channel] += (value - pixels[at + channel]) * weight;
    }
  }
}
