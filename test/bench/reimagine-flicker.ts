import { openVideoReader } from '../../src/engine/io/video/video-reader.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import {
  findMovement,
  movePlane,
  type SizedPlane,
  trustMovement,
} from '../../src/engine/reimagine/motion/movement.ts';
import { scalePlane } from '../../src/engine/reimagine/raster/planes.ts';

/** Positions with less confident motion are left out. */
const MIN_TRUST = 0.6;
const WIDTH = 320;

/** Flicker of a clip compared with its original. */
export interface Flicker {
  /** Mean change of luma (0..255) along the movement of the original, of the original itself. */
  readonly before: number;
  readonly after: number;
}

/** Measures the flicker of a clip along the motion of its original; both have the same frames. */
export async function measureFlicker(original: string, changed: string): Promise<Flicker> {
  const [first, second] = await Promise.all([openVideoReader(original), openVideoReader(changed)]);
  const changes = { before: 0, after: 0, places: 0 };
  let last: { readonly before: SizedPlane; readonly after: SizedPlane } | null = null;
  try {
    for (;;) {
      const [one, other] = [await first.next(), await second.next()];
      if (one === null || other === null) {
        break;
      }
      const now = { before: reduceLuma(one.planes), after: reduceLuma(other.planes) };
      first.release(one);
      second.release(other);
      if (last !== null) {
        compare(last, now, changes);
      }
      last = now;
    }
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
  const { before, after, places } = changes;
  return { before: (before / places) * 255, after: (after / places) * 255 };
}

interface FramePair {
  readonly before: SizedPlane;
  readonly after: SizedPlane;
}

function compare(
  last: FramePair,
  now: FramePair,
  changes: { before: number; after: number; places: number },
): void {
  const movement = findMovement(last.before, now.before);
  const trust = trustMovement(last.before, now.before, movement);
  const [moved, changed] = [last.before, last.after].map(({ plane }) => movePlane(plane, movement));
  for (let index = 0; index < trust.length; index += 1) {
    if (trust[index]! > MIN_TRUST) {
      changes.before += Math.abs(moved![index]! - now.before.plane[index]!);
      changes.after += Math.abs(changed![index]! - now.after.plane[index]!);
      changes.places += 1;
    }
  }
}

function reduceLuma({ y, width, height, strideY }: I420Frame): SizedPlane {
  const plane = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      plane[row * width + column] = y[row * strideY + column]! / 255;
    }
  }
  const size = { width: WIDTH, height: Math.round((height * WIDTH) / width) };
  return { plane: scalePlane(plane, width, size), width: WIDTH };
}
