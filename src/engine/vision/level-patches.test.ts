import { describe, expect, it } from 'vitest';
import { levelPatches, type PatchedImage } from './level-patches.ts';

const [WIDTH, HEIGHT] = [60, 30];
const [FROM, TO] = [20, 40];

/** Image with `valueOf` each column, whose middle was completed from `apart` columns beside it. */
function patched(valueOf: (x: number) => number, apart: number): PatchedImage {
  const count = WIDTH * HEIGHT;
  const before = new Float32Array(count * 3);
  const hole = new Uint8Array(count);
  const origins = new Int32Array(count).fill(-1);
  const colours = new Float32Array(count * 3);
  for (let index = 0; index < count; index += 1) {
    const x = index % WIDTH;
    before.fill(valueOf(x), index * 3, index * 3 + 3);
    colours.fill(valueOf(x), index * 3, index * 3 + 3);
    if (x >= FROM && x < TO) {
      hole[index] = 1;
      origins[index] = index + (x < (FROM + TO) / 2 ? -apart : apart);
      colours.fill(valueOf(origins[index]! % WIDTH), index * 3, index * 3 + 3);
    }
  }
  return { width: WIDTH, height: HEIGHT, hole, before, colours, origins };
}

const pause = (): Promise<void> => Promise.resolve();
const rowOf = (colours: Float32Array): number[] =>
  Array.from({ length: WIDTH }, (_, x) => colours[((HEIGHT / 2) * WIDTH + x) * 3]!);
const steepest = (row: readonly number[]): number =>
  Math.max(...row.slice(1).map((value, at) => Math.abs(value - row[at]!)));

describe('patches that are levelled', () => {
  it('go over into each other in a light that falls off', async () => {
    const image = patched((x) => 100 + x, 15);
    expect(steepest(rowOf(image.colours))).toBeGreaterThan(10);
    expect(steepest(rowOf(await levelPatches(image, pause)))).toBeLessThan(7);
  });

  it('keep their detail', async () => {
    const image = patched((x) => 100 + x + (x % 2) * 8, 14);
    const row = rowOf(await levelPatches(image, pause)).slice(FROM + 2, TO - 2);
    const detail = row.slice(1).map((value, at) => Math.abs(value - row[at]!));
    expect(Math.min(...detail)).toBeGreaterThan(3);
  });

  it('keep an edge between different things', async () => {
    const image = patched((x) => (x < (FROM + TO) / 2 ? 40 : 200), 15);
    const row = rowOf(await levelPatches(image, pause));
    expect(row[FROM + 4]).toBeLessThan(60);
    expect(row[TO - 5]).toBeGreaterThan(180);
  });

  it('change nothing outside of the hole', async () => {
    const image = patched((x) => 100 + x, 15);
    const levelled = await levelPatches(image, pause);
    levelled.forEach((value, at) => {
      if (image.hole[Math.floor(at / 3)] === 0) {
        expect(value).toBe(image.colours[at]);
      }
    });
  });

  it('do not go on at the other end of a row', async () => {
    // The left edge is bright, the right one dark: columns at the right are completed with the last one.
    const image = patched((x) => (x < 3 ? 250 : 50), 15);
    const hole = image.hole.map((_, index) =>
      index % WIDTH >= FROM && index % WIDTH < TO ? 1 : 0,
    );
    const origins = image.origins.map((_, index) =>
      hole[index] === 1 ? Math.floor(index / WIDTH) * WIDTH + WIDTH - 1 : -1,
    );
    const colours = image.colours.map(() => 50);
    const before = image.before.map((_, at) => (Math.floor(at / 3) % WIDTH < 3 ? 250 : 50));
    const row = rowOf(await levelPatches({ ...image, hole, origins, colours, before }, pause));
    expect(Math.max(...row)).toBeLessThan(51);
  });
});
