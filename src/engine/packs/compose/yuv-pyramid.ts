import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { lumaWeights, selectYuvConversion } from '../../pixels/yuv.ts';

/** Pyramid level of an image as YUV planes. */
export interface YuvLevel {
  readonly size: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** Square image for drawing on frames at its own size or smaller. */
export interface YuvPyramid {
  /** Sets the image (rows of red, green and blue, 0..255, of the pyramid's size) in the YUV matrix of a frame. */
  set(image: Float32Array, frame: I420Frame): void;
  /**
   * Returns the level that is small enough to be drawn `width` pixels wide without aliasing; levels are computed on
   * demand.
   */
  levelFor(width: number): YuvLevel;
}

/** Edge of the smallest level. */
const SMALLEST_LEVEL = 16;
/** Largest reduction at which bilinear sampling does not alias visibly. */
const GOOD_REDUCTION = 1.5;

/** Creates a pyramid with its own buffers; the smaller levels add a third to its memory. */
export function createYuvPyramid(size: number): YuvPyramid {
  const levels: YuvLevel[] = [createLevel(size)];
  for (let next = size; next % 2 === 0 && next / 2 >= SMALLEST_LEVEL; next /= 2) {
    levels.push(createLevel(next / 2));
  }
  const [full] = levels;
  let ready = 0;
  return {
    set(image, frame) {
      ready = 1;
      toYuv(image, full!, frame);
    },
    levelFor(width) {
      let level = 0;
      while (level + 1 < levels.length && levels[level]!.size > width * GOOD_REDUCTION) {
        level += 1;
      }
      for (; ready <= level; ready += 1) {
        halve(levels[ready - 1]!, levels[ready]!);
      }
      return levels[level]!;
    },
  };
}

function createLevel(size: number): YuvLevel {
  const count = size * size;
  return {
    size,
    y: new Float32Array(count),
    u: new Float32Array(count),
    v: new Float32Array(count),
  };
}

function toYuv(image: Float32Array, { y, u, v }: YuvLevel, frame: I420Frame): void {
  const [redWeight, blueWeight] = lumaWeights(computeColour(frame).matrix);
  const greenWeight = 1 - redWeight - blueWeight;
  const { lumaOffset, lumaScale, redFromV, blueFromU } = selectYuvConversion(frame);
  for (let at = 0, from = 0; at < y.length; at += 1, from += 3) {
    const red = image[from]!;
    const blue = image[from + 2]!;
    const grey = redWeight * red + greenWeight * image[from + 1]! + blueWeight * blue;
    y[at] = grey / lumaScale + lumaOffset;
    u[at] = 128 + (blue - grey) / blueFromU;
    v[at] = 128 + (red - grey) / redFromV;
  }
}

function halve(from: YuvLevel, to: YuvLevel): void {
  downsample2x(from.y, from.size, to.y);
  downsample2x(from.u, from.size, to.u);
  downsample2x(from.v, from.size, to.v);
}

function downsample2x(from: Float32Array, fromSize: number, to: Float32Array): void {
  const size = fromSize / 2;
  for (let row = 0, at = 0; row < size; row += 1) {
    for (
      let column = 0, over = row * 2 * fromSize;
      column < size;
      column += 1, at += 1, over += 2
    ) {
      const under = over + fromSize;
      to[at] = (from[over]! + from[over + 1]! + from[under]! + from[under + 1]!) / 4;
    }
  }
}
