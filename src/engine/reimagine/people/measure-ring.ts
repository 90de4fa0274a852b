/** Measures how even the cells of a ring around somebody are. */
import { computeMedian } from '../../vision/math.ts';
import type { ColourPlane } from '../raster/colour-plane.ts';
import { evaluateGround, type GroundColour, type RingCell } from './ground-colour.ts';
import type { PersonArea } from './person-area.ts';

/** Width of a cell in pixels. */
export const CELL = 4;

/**
 * Cells across blocks, whose means show shadows, not grain, at most and in heights of the face: in the whole ring, and in
 * its inner part, where shadows end.
 */
const BLOCK = { most: 4, size: 0.25 } as const;
const NEAR_BLOCK = { most: 12, size: 0.5 } as const;
/** Distance from other people at which the background may begin, in heights of the face. */
const BESIDE = 0.3;

/** Colours of an image with its size. */
export interface GroundImage {
  readonly width: number;
  readonly height: number;
  readonly colours: ColourPlane;
}

/** Evenness of a ring around a person. */
export interface RingMeasure {
  /** Deviation of cells from a smooth colour, 0..255: the root of its mean square, and its 98th percentile. */
  readonly deviation: number;
  readonly most: number;
  /** Difference of neighbouring pixels, 0..255: its median in cells, and how much larger its 95th percentile is. */
  readonly texture: number;
  readonly unevenness: number;
  /** Fraction of the ring that other people hide. */
  readonly hidden: number;
  /** Largest deviation of a block of the inner part, 0..255. */
  readonly nearShade: number;
  /** Deviation of blocks, 0..255: the 98th percentile in the ring, and that of the grain beyond it. */
  readonly shade: number;
  readonly shadeBeyond: number;
}

/** Mean colours of the cells of a ring. */
export interface RingCells {
  readonly values: readonly RingCell[];
  readonly textures: readonly number[];
  readonly hidden: number;
}

/** Collects the cells of the ring between two distances from a person, in pixels. */
export function collectCells(
  { width, height, colours }: GroundImage,
  { distance, toOthers, faceHeight }: PersonArea,
  { from, to }: { readonly from: number; readonly to: number },
): RingCells {
  const values: RingCell[] = [];
  const textures: number[] = [];
  let hidden = 0;
  for (let top = 0; top + CELL <= height; top += CELL) {
    for (let left = 0; left + CELL <= width; left += CELL) {
      const middle = (top + CELL / 2) * width + left + CELL / 2;
      if (distance[middle] <= from || distance[middle] > to) {
        continue;
      }
      if (toOthers[middle] < BESIDE * faceHeight + CELL) {
        hidden += 1;
        continue;
      }
      const sums = [0, 0, 0];
      let texture = 0;
      for (let row = top; row < top + CELL; row += 1) {
        for (let column = left; column < left + CELL; column += 1) {
          const at = (row * width + column) * 4;
          sums[0] += colours[at];
          sums[1] += colours[at + 1];
          sums[2] += colours[at + 2];
          if (column > left && row > top) {
            texture += Math.abs(colours[at + 1] - colours[at - 3]);
            texture += Math.abs(colours[at + 1] - colours[at + 1 - width * 4]);
          }
        }
      }
      const count = CELL * CELL;
      values.push([
        left + CELL / 2,
        top + CELL / 2,
        sums[0] / count,
        sums[1] / count,
        sums[2] / count,
      ]);
      textures.push(texture / (2 * (CELL - 1) ** 2));
    }
  }
  return { values, textures, hidden: hidden / (hidden + values.length) };
}

/** A ring, and the background beyond it. */
interface Rings {
  readonly faceHeight: number;
  readonly near: RingCells;
  readonly ring: RingCells;
  readonly beyond: RingCells;
}

/** Measures how even the cells of a ring are. */
export function measureRing(
  { near, ring, beyond, faceHeight }: Rings,
  colour: GroundColour,
  image: GroundImage,
): RingMeasure {
  const off = ring.values
    .map(([x, y, ...rgb]) =>
      Math.max(
        ...rgb.map((value, channel) =>
          Math.abs(value - evaluateGround(colour, channel, [x, y], image)),
        ),
      ),
    )
    .toSorted((a, b) => a - b);
  const texture = computeMedian(ring.textures);
  const textures = ring.textures.toSorted((a, b) => a - b);
  const [block, nearBlock] = [BLOCK, NEAR_BLOCK].map(({ most, size }) =>
    Math.max(2, Math.min(most, Math.round((size * faceHeight) / CELL))),
  );
  const offGreen = ([x, y, , green]: RingCell): number =>
    green - evaluateGround(colour, 1, [x, y], image);
  const shades = [...averageBlocks(ring, block, offGreen).values()]
    .map(Math.abs)
    .toSorted((a, b) => a - b);
  return {
    deviation: Math.sqrt(off.reduce((sum, value) => sum + value * value, 0) / off.length),
    most: off[Math.floor(off.length * 0.98)],
    texture,
    unevenness: (textures[Math.floor(textures.length * 0.95)] + 1) / (texture + 1),
    hidden: ring.hidden,
    shade: shades[Math.floor(shades.length * 0.98)] ?? 0,
    shadeBeyond:
      NORMAL * computeMedian(listBends(averageBlocks(beyond, block, ([, , , green]) => green)), 0),
    nearShade: Math.max(0, ...[...averageBlocks(near, nearBlock, offGreen).values()].map(Math.abs)),
  };
}

/** Ratio of the 98th percentile of deviations and the median of second differences, for independent normal values. */
const NORMAL = 1.41;

/** Returns the second differences of blocks in rows: those of a gradient are 0. */
function listBends(blocks: ReadonlyMap<number, number>): number[] {
  return [...blocks].flatMap(([key, value]) => {
    const [before, after] = [blocks.get(key - 1), blocks.get(key + 1)];
    return before === undefined || after === undefined
      ? []
      : [Math.abs(before - 2 * value + after)];
  });
}

/** Fewest cells of a block. */
const MIN_COUNT = 6;
/** Number of blocks across, at most, for their keys. */
const ACROSS = 65_536;

/** Returns the mean of a value of cells in each block of them. */
function averageBlocks(
  { values }: RingCells,
  across: number,
  valueOf: (cell: RingCell) => number,
): ReadonlyMap<number, number> {
  const size = across * CELL;
  const blocks = new Map<number, { sum: number; count: number }>();
  for (const cell of values) {
    const key = Math.trunc(cell[1] / size) * ACROSS + Math.trunc(cell[0] / size);
    const block = blocks.get(key) ?? { sum: 0, count: 0 };
    block.sum += valueOf(cell);
    block.count += 1;
    blocks.set(key, block);
  }
  return new Map(
    [...blocks].flatMap(([key, { sum, count }]) =>
      count < Math.min(MIN_COUNT, (across * across) / 2) ? [] : [[key, sum / count] as const],
    ),
  );
}
