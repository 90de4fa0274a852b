import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inpaint } from './inpaint.ts';
import type { InpaintingTask } from './inpainting-task.ts';

const pause = async (): Promise<void> => {};

/** Creates an image of `width` by `height` with a hole where `isHole` is true. */
function makeCompletion(
  width: number,
  height: number,
  colourAt: (column: number, row: number) => number,
  isHole: (column: number, row: number) => boolean,
): InpaintingTask {
  const count = width * height;
  const at = <T>(of: (column: number, row: number) => T) =>
    Array.from({ length: count }, (_, index) => of(index % width, Math.floor(index / width)));
  const hole = Uint8Array.from(at(isHole), Number);
  return {
    width,
    height,
    colours: Float32Array.from(
      at(colourAt).flatMap((value, index) =>
        hole[index] === 1 ? [0, 255, 0] : [value, value, value],
      ),
    ),
    hole,
    isKnown: hole.map((value) => 1 - value),
    kinds: new Uint8Array(count).fill(1),
  };
}

describe('a completed picture', () => {
  it('has no pixel left open, copies known ones only and keeps them as they were', async () => {
    const holes = fc.record({
      left: fc.integer({ min: 0, max: 70 }),
      top: fc.integer({ min: 0, max: 60 }),
      width: fc.integer({ min: 1, max: 50 }),
      height: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(holes, async ({ left, top, width, height }) => {
        const completion = makeCompletion(
          96,
          80,
          (column, row) => 100 + ((column * 7 + row * 13) % 40),
          (column, row) =>
            column >= left && column < left + width && row >= top && row < top + height,
        );
        const { colours, origins } = await inpaint(completion, pause);
        const wrong = completion.hole.findIndex((hole, index) => {
          const [red, green] = [colours[index * 3]!, colours[index * 3 + 1]!];
          // Open pixels are green; known ones are grey of 100 to 139.
          const isFilled = red > 99.9 && green < 139.1 && completion.isKnown[origins[index]!] === 1;
          return hole === 1 ? !isFilled : red !== completion.colours[index * 3];
        });
        expect(wrong).toBe(-1);
      }),
      { seed: 99, numRuns: 12 },
    );
  });

  it('goes on with stripes', async () => {
    const stripes = (column: number): number => (Math.floor(column / 5) % 2 === 0 ? 60 : 200);
    const completion = makeCompletion(
      120,
      100,
      stripes,
      (column, row) => Math.hypot(column - 60, row - 50) < 14,
    );
    let pauses = 0;
    const { colours } = await inpaint(completion, async () => {
      pauses += 1;
    });
    // Pauses come within rounds as well as after them, so other tasks run soon.
    expect(pauses).toBeGreaterThan(20);
    let wrong = 0;
    let count = 0;
    completion.hole.forEach((hole, index) => {
      if (hole === 1) {
        count += 1;
        wrong += Math.abs(colours[index * 3]! - stripes(index % 120)) > 60 ? 1 : 0;
      }
    });
    expect(count).toBeGreaterThan(500);
    expect(wrong / count).toBeLessThan(0.1);
  });

  it('copies only from areas of the same kind', async () => {
    const completion = makeCompletion(
      96,
      80,
      (column) => (column < 48 ? 50 : 220),
      (column, row) => column >= 40 && column < 60 && row >= 30 && row < 50,
    );
    const kinds = completion.kinds.map((_, index) =>
      completion.hole[index] === 1 ? 1 : index % 96 < 48 ? 1 : 2,
    );
    const { origins } = await inpaint({ ...completion, kinds }, pause);
    const wrong = completion.hole.findIndex(
      (hole, index) => hole === 1 && kinds[origins[index]!] !== 1,
    );
    expect(wrong).toBe(-1);
  });

  it('stays as it is when nothing is known', async () => {
    const completion = makeCompletion(
      80,
      80,
      () => 0,
      () => true,
    );
    const { origins } = await inpaint(completion, pause);
    expect(origins.every((origin) => origin === -1)).toBe(true);
  });
});
