import type { I420Frame } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';

/** A part of frames that is shown, in even numbers. */
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

/** Movements shorter than this (parts of the side) are not followed at all. */
const MIN_MOVE = 0.06;
/** Half of the time over which a crop moves, seconds. */
const REACH_SEC = 1.2;

/** The largest part of frames with a ratio of width to height; even. */
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
 * Pixels of the shorter side at which frames are read, so that what is cut out of them has at most `maxLongSide` pixels on its
 * longer side; not whole where frames are scaled down. Both sides are even at that size.
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

/** What is shown of each frame so that somebody stays in the middle, without hurry; it stands where they hardly move. */
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

/** Means of the values around; those at the ends count on. */
function smoothOnce(values: readonly number[], reach: number): readonly number[] {
  return values.map((_, index) => {
    let sum = 0;
    for (let at = index - reach; at <= index + reach; at += 1) {
      sum += values[clamp(at, 0, values.length - 1)];
    }
    return sum / (2 * reach + 1);
  });
}

/** A part of a frame, in the memory of that. */
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
