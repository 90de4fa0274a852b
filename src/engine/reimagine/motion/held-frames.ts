/**
 * Stabilises the input and the output of styles along the optical flow. A cut resets both, and so does every pixel
 * whose flow has no confidence.
 */
import { scalePlane } from '../raster/planes.ts';
import { copyRaster, type FloatPlane, type Raster } from '../raster/raster.ts';
import type { FrameMotion } from './frame-motion.ts';

/** Fractions of the previous frame that stay, where the flow has full confidence. */
const INPUT_HELD = 0.68;
const OUTPUT_HELD = 0.76;

/** Optical flow of a frame and its confidence, at full size. */
interface Flow {
  readonly x: FloatPlane;
  readonly y: FloatPlane;
  readonly trust: FloatPlane;
}

/** Stabilises the frames of one video; both methods are called for every frame. */
export class HeldFrames {
  #flow: Flow | null = null;
  #input: Raster | null = null;
  #output: Raster | null = null;

  /** Stabilises the input of a style; changes `input`. */
  holdInput(input: Raster, motion: FrameMotion): void {
    this.#flow = enlargeFlow(motion, input);
    this.#hold(input, this.#input, INPUT_HELD);
    this.#input = copyRaster(input);
  }

  /** Stabilises the output of a style; changes `output`. */
  holdOutput(output: Raster): void {
    this.#hold(output, this.#output, OUTPUT_HELD);
    this.#output = copyRaster(output);
  }

  #hold(raster: Raster, before: Raster | null, held: number): void {
    const flow = this.#flow;
    const { width, height, pixels } = raster;
    if (flow === null || before === null || before.pixels.length !== pixels.length) {
      return;
    }
    for (let row = 0, index = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1, index += 1) {
        const weight = flow.trust[index] * held;
        if (weight <= 0) {
          continue;
        }
        const x = Math.max(0, Math.min(width - 1.001, column + flow.x[index]));
        const y = Math.max(0, Math.min(height - 1.001, row + flow.y[index]));
        const across = x - (x | 0);
        const down = y - (y | 0);
        const from = ((y | 0) * width + (x | 0)) * 4;
        const below = from + width * 4;
        for (let channel = 0; channel < 3; channel += 1) {
          const upperLeft = before.pixels[from + channel];
          const upper = upperLeft + (before.pixels[from + 4 + channel] - upperLeft) * across;
          const lowerLeft = before.pixels[below + channel];
          const lower = lowerLeft + (before.pixels[below + 4 + channel] - lowerLeft) * across;
          const at = index * 4 + channel;
          pixels[at] += (upper + (lower - upper) * down - pixels[at]) * weight;
        }
      }
    }
  }
}

function enlargeFlow(motion: FrameMotion, { width, height }: Raster): Flow | null {
  const flow = motion.flow();
  if (flow === null) {
    return null;
  }
  const size = { width, height };
  const factor = width / flow.width;
  const x = scalePlane(flow.x, flow.width, size);
  const y = scalePlane(flow.y, flow.width, size);
  for (let index = 0; index < x.length; index += 1) {
    x[index] *= factor;
    y[index] *= factor;
  }
  return { x, y, trust: scalePlane(flow.trust, flow.width, size) };
}
