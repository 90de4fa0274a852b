/**
 * Reconstructs a scene without its person: its frames are aligned by the path of the camera, each pixel is the median
 * of frames that do not cover it, and pixels that are always covered are completed from their surroundings.
 */
import {
  computeColour,
  createI420Frame,
  type I420Frame,
  type YuvColour,
} from '../../pixels/frame.ts';
import { cutRgba } from '../../pixels/yuv.ts';
import { completeGround } from '../../talk/avatar/complete-ground.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { computeQuantile } from '../body-build.ts';
import { applyView, type CameraPath, composeViews } from './camera-path.ts';
import { type CastShadow, measureCastShadow } from './cast-shadow.ts';
import { type FixedOccluders, findFixedOccluders } from './fixed-occluders.ts';
import { computeCover, type FrameStack, stackFrames } from './stack-frames.ts';

/** A scene without its person. */
export interface ScenePlate {
  /** The plate; larger than the frames if the camera moves. */
  readonly image: I420Frame;
  /** Transforms from pixels of each frame to pixels of the image. */
  readonly views: readonly Similarity[];
  readonly isStill: boolean;
  /** Fraction of the image that no frame shows, so that it was synthesised. */
  readonly guessedFraction: number;
  /** Objects in front of the person; null for none. */
  readonly occluders: FixedOccluders | null;
  /** Shadow cast on the ground; null if the driver's own shadow does not show it. */
  readonly shadow: CastShadow | null;
  /** Standard deviation of the noise of the camera, in levels of luma. */
  readonly noise: number;
}

/** The inputs of a plate. */
export interface PlateSource extends FrameStack {
  readonly path: CameraPath;
}

/** Maximum side in pixels; the path of a camera beyond it is cut off. */
const LONGEST_SIDE = 2600;
/** Scale of the margin around the area that is completed; see `completeGround`. */
const COMPLETION_SCALE = 1;
const MAX_NOISE = 6;
/** Distance in pixels of the noise samples. */
const NOISE_STEP = 7;
/** Factor from the median absolute deviation to the standard deviation. */
const MAD_TO_DEVIATION = 1.4826;

/** Builds the plate of a scene; `pause` is awaited between steps of some tens of milliseconds. */
export async function createScenePlate(
  source: PlateSource,
  pause: () => Promise<void>,
): Promise<ScenePlate> {
  const { samples, path, size } = source;
  const { views, width, height } = spreadViews(path, size);
  const colour = computeColour(samples[0].frame);
  const image = createI420Frame(width, height, colour);
  const isKnown = await stackFrames(source, { views, image }, pause);
  let unknown = 0;
  for (const value of isKnown) {
    unknown += value === 0 ? 1 : 0;
  }
  if (unknown > 0) {
    await completeUnknown(image, { isKnown, colour }, pause);
  }
  const occluders = findFixedOccluders(samples, views, image);
  await pause();
  const shadow = measureCastShadow(samples, { image, views });
  await pause();
  return {
    image,
    views,
    occluders,
    shadow,
    isStill: path.isStill,
    guessedFraction: unknown / isKnown.length,
    noise: measureNoise(source, views, image),
  };
}

/** Returns all views, shifted so that the image begins at 0, and its even size. */
function spreadViews(
  { views }: CameraPath,
  size: { readonly width: number; readonly height: number },
): { readonly views: readonly Similarity[]; readonly width: number; readonly height: number } {
  let [left, top, right, bottom] = [0, 0, size.width, size.height];
  for (const view of views) {
    for (const corner of [0, 1, 2, 3]) {
      const [x, y] = applyView(view, (corner & 1) * size.width, (corner >> 1) * size.height);
      left = Math.min(left, Math.floor(x));
      top = Math.min(top, Math.floor(y));
      right = Math.max(right, Math.ceil(x));
      bottom = Math.max(bottom, Math.ceil(y));
    }
  }
  const max = (length: number, own: number): number =>
    Math.min((length + 1) & ~1, Math.max(LONGEST_SIDE, own)) & ~1;
  const origin: Similarity = { a: 1, b: 0, shiftX: -left, shiftY: -top };
  return {
    views: views.map((view) => composeViews(origin, view)),
    width: max(right - left, size.width),
    height: max(bottom - top, size.height),
  };
}

/** Completes pixels that no frame shows; all others stay bit-exact unless the completion changed them. */
async function completeUnknown(
  image: I420Frame,
  { isKnown, colour }: { readonly isKnown: Uint8Array; readonly colour: YuvColour },
  pause: () => Promise<void>,
): Promise<void> {
  const { width, height } = image;
  const before = cutRgba(image, { left: 0, top: 0, width, height });
  const alpha = isKnown.map((value) => (value === 1 ? 0 : 255));
  const after = await completeGround({ image: before, alpha, scale: COMPLETION_SCALE, pause });
  const completed = toVideoFrame(after, colour);
  const [from, to] = [before.pixels, after.pixels];
  const isChanged = (pixel: number): boolean => {
    const at = pixel * 4;
    return from[at] !== to[at] || from[at + 1] !== to[at + 1] || from[at + 2] !== to[at + 2];
  };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      if (isKnown[at] === 1 && !isChanged(at)) {
        continue;
      }
      image.y[at] = completed.y[at];
      const half = (row >> 1) * (width >> 1) + (column >> 1);
      image.u[half] = completed.u[half];
      image.v[half] = completed.v[half];
    }
  }
}

/** Returns the standard deviation of the camera's noise on the background, in levels. */
function measureNoise(
  { samples, size }: PlateSource,
  views: readonly Similarity[],
  image: I420Frame,
): number {
  const { frame, index, holes } = samples[samples.length >> 1];
  const covered = computeCover(holes, size);
  const off: number[] = [];
  for (let row = 3; row < size.height; row += NOISE_STEP) {
    for (let column = 3; column < size.width; column += NOISE_STEP) {
      const [x, y] = applyView(views[index], column, row);
      const [toX, toY] = [Math.round(x), Math.round(y)];
      const isInside = toX >= 0 && toY >= 0 && toX < image.width && toY < image.height;
      if (isInside && covered[row * size.width + column] === 0) {
        const there = image.y[toY * image.strideY + toX];
        off.push(Math.abs(frame.y[row * frame.strideY + column] - there));
      }
    }
  }
  return Math.min(MAX_NOISE, MAD_TO_DEVIATION * computeQuantile(off, 0.5));
}
