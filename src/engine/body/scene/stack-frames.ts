/** Stacks aligned frames of a scene: the median of pixels that neither the person nor their shadow covers. */
import type { I420Frame } from '../../pixels/frame.ts';
import type { Similarity } from '../../vision/similarity.ts';
import { applyView, invertView } from './camera-path.ts';
import type { CaptionWatch } from './caption-watch.ts';
import { drawShadowHole, findDriverShadow } from './driver-shadow.ts';
import { medianOfFirst } from './median.ts';
import { drawHole, type PersonHole } from './person-hole.ts';
import type { PlateSample } from './plate-sample.ts';

/** Frames of a scene, with captions over them. */
export interface FrameStack {
  readonly samples: readonly PlateSample[];
  readonly size: { readonly width: number; readonly height: number };
  /** Captions over the clip, which are not part of the scene. */
  readonly captions: CaptionWatch;
}

interface StackLayer extends Pick<PlateSample, 'frame'> {
  readonly joints: Float32Array;
  /** Coverage of each pixel by the person, 0..255. */
  readonly covered: Uint8Array;
  readonly view: Similarity;
  readonly back: Similarity;
}

/** Weight of a hole above which a pixel is covered. */
const COVERED = 6;
/** Margin around captions in which pixels are blended with them. */
const WORD_MARGIN = 3;
/** Number of rows between two pauses. */
const PAUSE_ROWS = 64;
/**
 * Quantile of the luma of a pixel that is surely in the light, even where the shadow of a moving person is most of the
 * time.
 */
const IN_LIGHT = 0.85;

/**
 * Fills an image with medians. Returns 1 for pixels where any frame showed the background. `views` map each frame to
 * the image.
 */
export async function stackFrames(
  { samples, size, captions }: FrameStack,
  { views, image }: { readonly views: readonly Similarity[]; readonly image: I420Frame },
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const isKnown = new Uint8Array(image.width * image.height);
  const layers = samples.map(({ frame, index, number, holes, pose: { joints } }): StackLayer => {
    const covered = computeCover(holes, size);
    captions.draw(covered, frame, { number, width: size.width, margin: WORD_MARGIN });
    return { frame, covered, joints, view: views[index], back: invertView(views[index]) };
  });
  const bright = image.y.slice();
  await stackLayers(layers, { image, bright, isKnown, wanted: null }, pause);
  const shaded = hideShadows(layers, { ...image, y: bright });
  if (shaded.includes(1)) {
    await stackLayers(layers, { image, bright, isKnown, wanted: shaded }, pause);
  }
  return isKnown;
}

/** Returns how much the holes cover each pixel of a frame, 0..255. */
export function computeCover(holes: readonly PersonHole[], size: FrameStack['size']): Uint8Array {
  const covered = new Uint8Array(size.width * size.height);
  for (const hole of holes) {
    drawHole(hole, covered, size);
  }
  return covered;
}

/** Covers the shadows of all layers. Returns 1 for pixels of the image where any of them is. */
function hideShadows(layers: readonly StackLayer[], image: I420Frame): Uint8Array {
  const shaded = new Uint8Array(image.width * image.height);
  for (const { frame, covered, joints, view } of layers) {
    const seen = { planes: frame, plate: image, view, person: covered, joints };
    const shadow = joints.length === 0 ? null : findDriverShadow(seen);
    if (shadow === null) {
      continue;
    }
    const { left, top, right, bottom } = drawShadowHole(shadow, covered, frame);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const [x, y] = applyView(view, column, row);
        const at = Math.round(y) * image.width + Math.round(x);
        if (covered[row * frame.width + column] > COVERED && at < shaded.length) {
          shaded[at] = 1;
        }
      }
    }
  }
  return shaded;
}

interface Stacking {
  readonly image: I420Frame;
  /** Receives the luma of pixels in the light. */
  readonly bright: Uint8Array;
  readonly isKnown: Uint8Array;
  /** 1 for pixels of the image to be filled; null for all. */
  readonly wanted: Uint8Array | null;
}

async function stackLayers(
  layers: readonly StackLayer[],
  { image, bright, isKnown, wanted }: Stacking,
  pause: () => Promise<void>,
): Promise<void> {
  const values = {
    y: new Uint8Array(layers.length),
    u: new Uint8Array(layers.length),
    v: new Uint8Array(layers.length),
  };
  for (let row = 0; row < image.height; row += 1) {
    const hasChroma = row % 2 === 0;
    for (let column = 0; column < image.width; column += 1) {
      const to = row * image.width + column;
      if (wanted !== null && wanted[to] === 0) {
        continue;
      }
      let count = 0;
      for (const { frame, covered, back } of layers) {
        const { width, height } = frame;
        const x = Math.round(back.a * column - back.b * row + back.shiftX);
        const y = Math.round(back.b * column + back.a * row + back.shiftY);
        if (x < 0 || y < 0 || x >= width || y >= height || covered[y * width + x] > COVERED) {
          continue;
        }
        values.y[count] = frame.y[y * frame.strideY + x];
        if (hasChroma && column % 2 === 0) {
          values.u[count] = frame.u[(y >> 1) * frame.strideU + (x >> 1)];
          values.v[count] = frame.v[(y >> 1) * frame.strideV + (x >> 1)];
        }
        count += 1;
      }
      if (count === 0) {
        continue;
      }
      isKnown[to] = 1;
      image.y[to] = medianOfFirst(values.y, count);
      // The values are sorted now.
      bright[to] = values.y[Math.floor((count - 1) * IN_LIGHT)];
      if (hasChroma && column % 2 === 0) {
        const at = (row >> 1) * image.strideU + (column >> 1);
        image.u[at] = medianOfFirst(values.u, count);
        image.v[at] = medianOfFirst(values.v, count);
      }
    }
    if (row % PAUSE_ROWS === 0) {
      await pause();
    }
  }
}
