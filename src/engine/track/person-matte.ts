import type { I420Frame } from '../pixels/frame.ts';
import { createRegion, type Region } from '../pixels/region.ts';
import { sampleI420 } from '../pixels/sample-i420.ts';
import { createSampleTarget } from '../pixels/sample-target.ts';
import { toOutput, type FixedModel } from './fixed-model.ts';
import { clamp } from '../vision/math.ts';

/** Coarse matte of the people in a frame. The same memory is overwritten by the next call. */
export interface Matte {
  readonly width: number;
  readonly height: number;
  /** 0 background .. 1 person, by rows; stretched over the whole frame whatever its aspect ratio. */
  readonly values: Float32Array;
}

/** Segments people from their surroundings. */
export interface PersonMatte {
  /**
   * Returns the matte of a frame, or of an upright region of it, over which it is stretched. Suited to one or a few
   * people near the camera.
   */
  matte(frame: I420Frame, region?: Readonly<Region>): Matte;
}

const SIZE = 256;

/** Creates a person matte on a loaded network; calls must not overlap. */
export function createPersonMatte(model: FixedModel): PersonMatte {
  const whole = createRegion();
  const target = createSampleTarget(model.input, {
    width: SIZE,
    height: SIZE,
    low: 0,
    high: 1,
    border: 'edge',
  });
  const matte: Matte = { width: SIZE, height: SIZE, values: toOutput(model, 'activation_10') };
  return {
    matte(frame, region = whole) {
      whole.centreX = frame.width / 2;
      whole.centreY = frame.height / 2;
      whole.width = frame.width;
      whole.height = frame.height;
      sampleI420(frame, region, target);
      model.run();
      return matte;
    },
  };
}

/** Enlarges a matte to the size of a frame by bilinear interpolation: 0..255 per pixel, rows without gaps. */
export function enlargeMatte(
  matte: Matte,
  enlarged: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  for (let row = 0; row < height; row += 1) {
    const y = clamp(((row + 0.5) * matte.height) / height - 0.5, 0, matte.height - 1);
    const top = y | 0;
    const below = Math.min(top + 1, matte.height - 1) * matte.width;
    const fy = y - top;
    for (let column = 0; column < width; column += 1) {
      const x = clamp(((column + 0.5) * matte.width) / width - 0.5, 0, matte.width - 1);
      const left = x | 0;
      const right = Math.min(left + 1, matte.width - 1);
      const fx = x - left;
      const upperLeft = matte.values[top * matte.width + left];
      const lowerLeft = matte.values[below + left];
      const upper = upperLeft + (matte.values[top * matte.width + right] - upperLeft) * fx;
      const lower = lowerLeft + (matte.values[below + right] - lowerLeft) * fx;
      enlarged[row * width + column] = (upper + (lower - upper) * fy) * 255 + 0.5;
    }
  }
}
