/** Measures whether the background around somebody is even, so that it can be continued where they were. */
import { computeMedian } from '../../vision/math.ts';
import type { ColourPlane } from '../raster/colour-plane.ts';
import {
  CONTINUED,
  evaluateGround,
  fitColour,
  type GroundColour,
  MEASURED,
  type RingCell,
} from './ground-colour.ts';
import type { PersonArea } from './person-area.ts';

/** Colours of an image with its size. */
export interface GroundImage {
  readonly width: number;
  readonly height: number;
  readonly colours: ColourPlane;
}

/** Background that can be continued. */
export interface EvenGround {
  /** Distance from the person, in pixels, from which the background is untouched. */
  readonly margin: number;
  readonly colour: GroundColour;
}

/** Evenness of a ring around a person. */
interface RingMeasure {
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

/** Distances from a person at which the background may begin, in heights of the face: shadows and loose hair end there. */
const MARGINS = [0.08, 0.14, 0.22, 0.34, 0.5, 0.7] as const;
/** Widths of the measured ring and of the background beyond it, in heights of the face; cells are pixels wide. */
const RING = 0.45;
const BEYOND = 1.1;
const CELL = 4;
/**
 * Cells across blocks, whose means show shadows, not grain, at most and in heights of the face: in the whole ring, and in
 * its inner part, where shadows end.
 */
const BLOCK = { most: 4, size: 0.25 } as const;
const NEAR_BLOCK = { most: 12, size: 0.5 } as const;
/** Width of the inner part in heights of the face. */
const NEAR = 0.18;
/** Deviation of inner blocks that no eye sees, 0..255, and how much it may be of that of the background beyond. */
const NEAR_UNSEEN = 0.8;
const NEAR_LIKE_BEYOND = 0.5;
/** Limits of an even ring, see {@link RingMeasure}. */
const LIMITS = { deviation: 4, most: 10, texture: 7, unevenness: 2.3, hidden: 0.35 } as const;
/** Deviation of blocks that no eye sees, 0..255, and how much more it may be than that of the background beyond. */
const UNSEEN = 1.3;
const LIKE_BEYOND = 1.25;
/** Fewest cells of a ring. */
const MIN_CELLS = 24;
/** Distance from other people at which the background may begin, in heights of the face. */
const BESIDE = 0.3;

/** Finds the nearest ring around a person that is even; null where none is. */
export function findEvenGround(image: GroundImage, area: PersonArea): EvenGround | null {
  for (const fraction of MARGINS) {
    const margin = fraction * area.faceHeight;
    const middle = margin + Math.max(3 * CELL, RING * area.faceHeight);
    const ring = collectCells(image, area, { from: margin + CELL, to: middle });
    const beyond = collectCells(image, area, {
      from: middle,
      to: margin + BEYOND * area.faceHeight,
    });
    const near = collectCells(image, area, {
      from: margin + CELL,
      to: margin + Math.max(3 * CELL, NEAR * area.faceHeight),
    });
    if (ring.values.length < MIN_CELLS) {
      return null;
    }
    const colour = fitColour(ring.values, image, CONTINUED);
    const measured = fitColour(ring.values, image, MEASURED);
    const isKnown = isSurrounded(image, area, { ring, margin, colour });
    if (
      isKnown &&
      isEven(measureRing({ near, ring, beyond, faceHeight: area.faceHeight }, measured, image))
    ) {
      return { margin, colour };
    }
  }
  return null;
}

/** Smallest ring by the area that it surrounds, and how far the continued colour may leave that of the ring, 0..255. */
const MIN_RING = 0.15;
const OUTSIDE = 25;

/** Returns whether a ring is seen on enough of the border that its colour in between is known, not guessed. */
function isSurrounded(
  image: GroundImage,
  { distance }: PersonArea,
  { ring, margin, colour }: EvenGround & { readonly ring: RingCells },
): boolean {
  const ranges = [2, 3, 4].map((channel) => {
    const values = ring.values.map((value) => value[channel]).toSorted((a, b) => a - b);
    const end = Math.floor(values.length * 0.02);
    return [values[end] - OUTSIDE, values[values.length - 1 - end] + OUTSIDE] as const;
  });
  let inside = 0;
  for (let y = CELL / 2; y < image.height; y += CELL) {
    for (let x = CELL / 2; x < image.width; x += CELL) {
      if (distance[y * image.width + x] > margin) {
        continue;
      }
      inside += 1;
      for (const [channel, [low, high]] of ranges.entries()) {
        const value = evaluateGround(colour, channel, [x, y], image);
        if (value < low || value > high) {
          return false;
        }
      }
    }
  }
  return ring.values.length >= MIN_RING * inside;
}

function isEven(measure: RingMeasure): boolean {
  return (
    measure.deviation <= LIMITS.deviation &&
    measure.most <= LIMITS.most &&
    measure.texture <= LIMITS.texture &&
    measure.unevenness <= LIMITS.unevenness &&
    measure.hidden <= LIMITS.hidden &&
    measure.shade <= Math.max(UNSEEN, LIKE_BEYOND * measure.shadeBeyond) &&
    measure.nearShade <= Math.max(NEAR_UNSEEN, NEAR_LIKE_BEYOND * measure.shadeBeyond)
  );
}

/** Mean colours of the cells of a ring. */
interface RingCells {
  readonly values: readonly RingCell[];
  readonly textures: readonly number[];
  readonly hidden: number;
}

function collectCells(
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
function measureRing(
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
