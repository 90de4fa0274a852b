import { createRaster, type Raster } from '../raster/raster.ts';

const SIZE = 120;
/** Colour of the skin of tests. */
export const exampleSkin = [180, 130, 110] as const;
/** Mask of a whole image. */
export const wholeSkin = new Float32Array(SIZE * SIZE).fill(1);
/** A face that covers an image: only its outline and box are read. */
export const exampleFace = {
  landmarks: Float32Array.from({ length: 478 * 3 }, (_, at) =>
    at % 3 === 2 ? 0 : Math.floor(at / 3) % 2 === 0 ? 2 : SIZE - 2,
  ),
  box: { left: 0, top: 0, width: SIZE, height: SIZE },
};

/** Plain skin with a small spot of another colour in the middle. */
export function drawSkin(spot: readonly [number, number, number]): Raster {
  const raster = createRaster(SIZE, SIZE);
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const distance = Math.hypot((index % SIZE) - SIZE / 2, Math.floor(index / SIZE) - SIZE / 2);
    raster.pixels.set(distance < 7 ? spot : exampleSkin, index * 4);
  }
  return raster;
}

/** Returns the colour of the middle of an image. */
export function readMiddle({ pixels }: Raster): number[] {
  return [...pixels.subarray((SIZE * SIZE + SIZE) * 2, (SIZE * SIZE + SIZE) * 2 + 3)];
}
