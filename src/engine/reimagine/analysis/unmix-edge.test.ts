import { expect, test } from 'vitest';
import { createRaster, type FloatPlane } from '../raster/raster.ts';
import { unmixEdge } from './unmix-edge.ts';

const SIZE = 160;
const WALL = [225, 170, 40] as const;
const HAIR = [70, 35, 20] as const;

/** Dark locks, eight pixels apart, before a yellow wall; the matte takes the space between them for the person. */
function drawLocks(): {
  readonly image: ReturnType<typeof createRaster>;
  readonly alpha: FloatPlane;
} {
  const image = createRaster(SIZE, SIZE);
  const alpha = new Float32Array(SIZE * SIZE);
  for (let index = 0; index < alpha.length; index += 1) {
    const column = index % SIZE;
    const isPerson = column >= 60;
    const isHair = isPerson && (column >= 110 || column % 8 < 3);
    alpha[index] = isPerson ? 1 : 0;
    image.pixels.set(isHair ? HAIR : WALL, index * 4);
  }
  return { image, alpha };
}

test('background between locks is found behind one another', () => {
  const { image, alpha } = drawLocks();
  unmixEdge(image, alpha, () => null);
  const row = 80 * SIZE;
  for (const column of [69, 77, 85, 93, 101]) {
    expect(alpha[row + column]).toBeLessThan(0.1);
  }
  expect(alpha[row + 140]).toBe(1);
});

test('no background is found within faces', () => {
  const { image, alpha } = drawLocks();
  const faces = Float32Array.from(alpha, (_, index) => (index % SIZE >= 80 ? 1 : 0));
  unmixEdge(image, alpha, () => faces);
  expect(alpha[80 * SIZE + 101]).toBe(1);
});

test('faces are found once for all rounds', () => {
  const { image, alpha } = drawLocks();
  let calls = 0;
  unmixEdge(image, alpha, () => {
    calls += 1;
    return null;
  });
  expect(calls).toBe(1);
});
