import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutGrid, type GridCosts } from './min-cut.ts';

/** Grids small enough to try every cut. */
const grids = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }))
  .chain(([width, height]) => {
    const costs = (length: number, max: number): fc.Arbitrary<Int32Array> =>
      fc
        .array(fc.integer({ min: 0, max }), { minLength: length, maxLength: length })
        .map((values) => Int32Array.from(values));
    const count = width * height;
    return fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      inside: costs(count, 20),
      outside: costs(count, 20),
      edges: costs(count * 4, 12),
    });
  });

describe('a cut of a grid', () => {
  it('costs as little as the cheapest of all divisions', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const count = grid.width * grid.height;
        let cheapest = Number.POSITIVE_INFINITY;
        for (let bits = 0; bits < 1 << count; bits += 1) {
          const sides = Uint8Array.from({ length: count }, (_, at) => (bits >> at) & 1);
          cheapest = Math.min(cheapest, computeCost(grid, sides));
        }
        expect(computeCost(grid, cutGrid(grid))).toBe(cheapest);
      }),
      { seed: 4711, numRuns: 150 },
    );
  });

  it('follows the weak edges of a large grid', () => {
    const [width, height] = [60, 50];
    const inside = new Int32Array(width * height);
    const outside = new Int32Array(width * height);
    const edges = new Int32Array(width * height * 4).fill(500);
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        if (isDisc(column, row) !== isDisc(column + 1, row)) {
          edges[(row * width + column) * 4] = 1;
        }
        if (isDisc(column, row) !== isDisc(column - 1, row + 1)) {
          edges[(row * width + column) * 4 + 1] = 1;
        }
        if (isDisc(column, row) !== isDisc(column, row + 1)) {
          edges[(row * width + column) * 4 + 2] = 1;
        }
        if (isDisc(column, row) !== isDisc(column + 1, row + 1)) {
          edges[(row * width + column) * 4 + 3] = 1;
        }
      }
    }
    outside[25 * width + 30] = 1_000_000;
    inside[0] = 1_000_000;
    const sides = cutGrid({ width, height, inside, outside, edges });
    sides.forEach((side, at) => {
      expect(side).toBe(isDisc(at % width, Math.floor(at / width)) ? 1 : 0);
    });
  });
});

function isDisc(column: number, row: number): boolean {
  return Math.hypot(column - 30, row - 25) < 15;
}

function computeCost(
  { width, height, inside, outside, edges }: GridCosts,
  sides: Uint8Array,
): number {
  let cost = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      cost += sides[at] === 1 ? inside[at]! : outside[at]!;
      const neighbours = [
        [1, 0],
        [-1, 1],
        [0, 1],
        [1, 1],
      ] as const;
      neighbours.forEach(([right, down], index) => {
        const [x, y] = [column + right, row + down];
        if (x >= 0 && x < width && y < height && sides[y * width + x] !== sides[at]) {
          cost += edges[at * 4 + index]!;
        }
      });
    }
  }
  return cost;
}
