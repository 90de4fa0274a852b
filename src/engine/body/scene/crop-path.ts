import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';

/** The visible part of a frame, in even numbers. */
export interface FrameCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Minimum range of motion that the crop follows, as a fraction of its side; otherwise it stands still. */
const MIN_MOVE = 0.06;
/** Half width of the moving average that is applied twice, in seconds. */
const REACH_SEC = 1.2;

/** Returns the size of the largest crop with a ratio of width to height; even. */
export function fitCrop({ width, height }: Size, ratio: number | undefined): Size {
  if (ratio === undefined) {
    return { width: width & ~1, height: height & ~1 };
  }
  return {
    width: Math.max(2, Math.min(width, Math.round(height * ratio)) & ~1),
    height: Math.max(2, Math.min(height, Math.round(width / ratio)) & ~1),
  };
}

/**
 * Returns the shorter side in pixels at which frames are read, so that their crop has at most `maxLongSide` pixels on
 * its longer side. The value is fractional if frames are scaled down; both sides are even at that size.
 */
export function fitShortSide(
  { width, height }: Size,
  { ratio, maxLongSide }: { readonly ratio: number | undefined; readonly maxLongSide: number },
): number {
  const short = Math.min(width, height);
  const longSide =
    ratio === undefined
      ? Math.max(width, height)
      : Math.max(Math.min(width, height * ratio), Math.min(height, width / ratio));
  if (longSide > maxLongSide) {
    return Math.max(2, (short * maxLongSide) / longSide);
  }
  // Only frames that are scaled get even sides.
  return width % 2 === 0 && height % 2 === 0 ? short : Math.max(2, short - 1);
}

/**
 * Returns the crop of each frame that keeps a person in the middle with slow motion; it stands still if they hardly
 * move.
 */
export function followCrop(
  middles: readonly { readonly x: number; readonly y: number }[],
  framesPerSecond: number,
  { frame, crop }: { readonly frame: Size; readonly crop: Size },
): readonly FrameCrop[] {
  const lefts = followSide(
    middles.map(({ x }) => x),
    framesPerSecond,
    { frame: frame.width, crop: crop.width },
  );
  const tops = followSide(
    middles.map(({ y }) => y),
    framesPerSecond,
    { frame: frame.height, crop: crop.height },
  );
  return middles.map((_, index) => ({ left: lefts[index], top: tops[index], ...crop }));
}

function followSide(
  middles: readonly number[],
  framesPerSecond: number,
  { frame, crop }: { readonly frame: number; readonly crop: number },
): readonly number[] {
  const max = Math.max(0, frame - crop);
  const wanted = middles.map((middle) => clamp(middle - crop / 2, 0, max));
  const [min, largest] = [Math.min(...wanted), Math.max(...wanted)];
  if (largest - min < crop * MIN_MOVE) {
    return wanted.map(() => Math.round((min + largest) / 2) & ~1);
  }
  const reach = Math.max(1, Math.round(REACH_SEC * framesPerSecond));
  const smooth = smoothOnce(smoothOnce(wanted, reach), reach);
  return smooth.map((value) => Math.min(max, Math.round(value)) & ~1);
}

/** Returns the moving average of values, which are extended at both ends. */
function smoothOnce(values: readonly number[], reach: number): readonly number[] {
  return values.map((_, index) => {
    let sum = 0;
    for (let at = index - reach; at <= index + reach; at += 1) {
      sum += values[clamp(at, 0, values.length - 1)];
    }
    return sum / (2 * reach + 1);
  });
}

/** Returns a view of a part of a frame, which shares its memory. */
export function cropFrame(frame: I420Frame, { left, top, width, height }: FrameCrop): I420Frame {
  const half = (top >> 1) * frame.strideU + (left >> 1);
  return {
    ...frame,
    width,
    height,
    y: frame.y.subarray(top * frame.strideY + left),
    u: frame.u.subarray(half),
    v: frame.v.subarray((top >> 1) * frame.strideV + (left >> 1)),
  };
}
