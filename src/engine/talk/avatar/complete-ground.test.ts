import { expect, it } from 'vitest';
import { completeGround } from './complete-ground.ts';

const SIZE = 80;
const SCALE = 4;
/** Columns of the person's edges. */
const [LEFT, RIGHT] = [32, 48];

/** Creates a red person on a green background that gets brighter from column to column. */
function makePicture() {
  const alpha = new Uint8Array(SIZE * SIZE);
  const pixels = new Uint8Array(SIZE * SIZE * 4);
  for (let at = 0; at < alpha.length; at += 1) {
    const column = at % SIZE;
    const isPerson = column >= LEFT && column < RIGHT;
    alpha[at] = isPerson ? 255 : 0;
    pixels.set(isPerson ? [220, 30, 30, 255] : [40, 100 + column, 40, 255], at * 4);
  }
  return { image: { width: SIZE, height: SIZE, pixels }, alpha };
}

const rowOf = (pixels: ArrayLike<number>): number[] =>
  Array.from({ length: SIZE }, (_, column) => pixels[((SIZE / 2) * SIZE + column) * 4]!);

it('removes the person, and keeps the image beside a person who stays in place', async () => {
  const { image, alpha } = makePicture();
  const pause = (): Promise<void> => Promise.resolve();
  const ground = await completeGround({ image, alpha, scale: SCALE, shownCm: 1, pause });
  expect(Math.max(...rowOf(ground.pixels))).toBeLessThan(60);
  for (const column of [LEFT - SCALE - 1, RIGHT + SCALE]) {
    const start = ((SIZE / 2) * SIZE + column) * 4;
    expect([...ground.pixels.subarray(start, start + 4)]).toEqual([40, 100 + column, 40, 255]);
  }
});
