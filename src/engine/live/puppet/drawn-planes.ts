import type { DrawnPair } from '../../pixels/draw-triangles.ts';

/** Pair of planes to draw on, in memory that only grows. */
export interface DrawnPlanes {
  /** Returns empty planes of a size. */
  clear(width: number, height: number): DrawnPair;
}

/** Creates planes for one purpose. */
export function createDrawnPlanes(): DrawnPlanes {
  let pair = {
    first: new Uint8ClampedArray(0),
    second: new Uint8ClampedArray(0),
    width: 0,
    height: 0,
  };
  return {
    clear(width, height) {
      const length = width * height;
      if (pair.first.length < length) {
        const capacity = Math.ceil(length * 1.2);
        pair = {
          first: new Uint8ClampedArray(capacity),
          second: new Uint8ClampedArray(capacity),
          width,
          height,
        };
      } else {
        pair.width = width;
        pair.height = height;
        pair.first.fill(0, 0, length);
        pair.second.fill(0, 0, length);
      }
      return pair;
    },
  };
}
