import { describe, expect, it } from 'vitest';
import { distanceTo, fillHoles, selectBroad, selectConnected } from './regions.ts';

const WIDTH = 12;

/** Creates a mask from rows of `#`. */
function draw(...rows: readonly string[]): Uint8Array {
  return Uint8Array.from(
    rows.flatMap((row) => row.padEnd(WIDTH, '.').split('')),
    (sign) => (sign === '#' ? 1 : 0),
  );
}

describe('the regions of a mask', () => {
  it('are kept when they touch a root side by side', () => {
    const mask = draw('##..##', '#...#.', '.#....');
    const kept = selectConnected(mask, WIDTH, (index) => index === 0);
    expect(kept).toEqual(draw('##', '#', ''));
  });

  it('lose their holes but not their bays', () => {
    const mask = draw('', '.#####', '.#.#.#', '.###.#', '.....#', '');
    expect(fillHoles(mask, WIDTH)).toEqual(draw('', '.#####', '.###.#', '.###.#', '.....#', ''));
  });

  it('are measured from', () => {
    const distance = distanceTo(draw('', '..#', '', ''), WIDTH);
    expect(distance[WIDTH + 2]).toBe(0);
    expect(distance[WIDTH + 6]).toBe(4);
    expect(distance[0]).toBeCloseTo(1 + Math.SQRT2);
    expect(distanceTo(draw('', ''), WIDTH)[0]).toBe(Number.POSITIVE_INFINITY);
  });

  it('lose parts that hang on them by a thread', () => {
    const mask = draw(
      '######',
      '######',
      '############',
      '######...###',
      '######...###',
      '######...###',
    );
    const kept = selectBroad(mask, WIDTH, { radius: 1, isRoot: (index) => index === WIDTH + 1 });
    expect(kept[2 * WIDTH + 4]).toBe(1);
    expect(kept[4 * WIDTH + 10]).toBe(0);
  });
});
