import { colourOf, type I420Frame } from '../../pixels/frame.ts';
import { lumaWeights, yuvToRgbOf } from '../../pixels/yuv.ts';

/** One size of a picture in the colours of a frame. */
export interface YuvLevel {
  readonly size: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
}

/** A square picture to be drawn on frames, also smaller than it is. */
export interface YuvPyramid {
  /** Takes over a picture (rows of red, green and blue, 0..255) of the size it was made for. */
  set(picture: Float32Array, frame: I420Frame): void;
  /**
   * The picture reduced so far that drawing it `width` pixels wide leaves nothing out; halved sizes are
   * made when they are asked for.
   */
  levelFor(width: number): YuvLevel;
}

/** Halvings below this size are of no use. */
const SMALLEST_LEVEL = 16;
/** Drawn this much smaller, a picture is still sampled well. */
const GOOD_REDUCTION = 1.5;

/** A picture in memory of its own, with a third more for its smaller sizes. */
export function createYuvPyramid(size: number): YuvPyramid {
  const levels: YuvLevel[] = [createLevel(size)];
  for (let next = size; next % 2 === 0 && next / 2 >= SMALLEST_LEVEL; next /= 2) {
    levels.push(createLevel(next / 2));
  }
  const [full] = levels;
  let ready = 0;
  return {
    set(picture, frame) {
      ready = 1;
      toYuv(picture, full!, frame);
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

function toYuv(picture: Float32Array, { y, u, v }: YuvLevel, frame: I420Frame): void {
  const [redWeight, blueWeight] = lumaWeights(colourOf(frame).matrix);
  const greenWeight = 1 - redWeight - blueWeight;
  const { lumaOffset, lumaScale, redFromV, blueFromU } = yuvToRgbOf(frame);
  for (let at = 0, from = 0; at < y.length; at += 1, from += 3) {
    const red = picture[from]!;
    const blue = picture[from + 2]!;
    const grey = redWeight * red + greenWeight * picture[from + 1]! + blueWeight * blue;
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
