import type { RgbaImage } from '../pixels/frame.ts';
import type { HeadLayer } from './head-layer.ts';
import { invert, VIEW_SIZE, type HeadView } from './head-view.ts';

/** Parameters that match the detail of a head to the image that it is composited into. */
export interface DetailMatch {
  /** Value of {@link HeadLayer.softness}. */
  readonly softness: number;
  /** Standard deviation of the noise that the head lacks (0..255 per channel). */
  readonly grain: number;
  /** Standard deviation of the target's noise. */
  readonly targetGrain: number;
}

/** Softness values that are tried, in pixels of the target. */
const STEPS = [0, 0.35, 0.5, 0.7, 0.9, 1.2, 1.6];
/** Maximum ratio of the head's detail to that of the original face; faces differ in hair. */
const TOLERANCE = 1.2;
/**
 * Side in pixels of the blocks in which noise is measured, and quantile of the smoothest blocks, which contain nothing
 * but noise.
 */
const BLOCK = 8;
const SMOOTHEST_PART = 0.15;
const MAX_BLOCKS = 500;
const MAX_GRAIN = 9;
/** Standard deviation of the Laplacian below for noise of standard deviation 1. */
const ROUGHNESS_OF_NOISE = Math.sqrt(20);

/**
 * Compares the detail of the face in an image with that of the head that will cover it; `layer.softness` is 0
 * afterwards. `sourceScale` is the number of the layer's pixels per pixel of the target.
 */
export function matchDetail(
  image: RgbaImage,
  target: HeadView,
  layer: HeadLayer,
  sourceScale: number,
): DetailMatch {
  const blocks = chooseBlocks(image, target);
  const before = measure(blocks, (x, y) => sampleLuma(image, x, y));
  const toView = invert(target.toImage);
  const layerLuma = (x: number, y: number): number => {
    const { a, b, shiftX, shiftY } = toView;
    layer.read(a * (x + 0.5) - b * (y + 0.5) + shiftX, b * (x + 0.5) + a * (y + 0.5) + shiftY);
    return 0.299 * layer.red + 0.587 * layer.green + 0.114 * layer.blue;
  };
  const chosen = { softness: 0, noise: 0 };
  for (const step of STEPS) {
    layer.softness = step * sourceScale;
    const after = measure(blocks, layerLuma);
    chosen.softness = layer.softness;
    chosen.noise = after.noise;
    if (after.detail <= before.detail * TOLERANCE) {
      break;
    }
  }
  layer.softness = 0;
  const missing = Math.sqrt(Math.max(0, before.noise ** 2 - chosen.noise ** 2));
  return {
    softness: chosen.softness,
    grain: Math.min(MAX_GRAIN, missing),
    targetGrain: Math.min(MAX_GRAIN, before.noise),
  };
}

/** Returns the upper left corners of blocks on the face, x and y in turn. */
function chooseBlocks(image: RgbaImage, { face, toImage }: HeadView): Int32Array {
  const { a, b, shiftX, shiftY } = toImage;
  const step = Math.max(1, Math.round((BLOCK / Math.hypot(a, b)) * 0.7));
  const found: number[] = [];
  for (let row = 0; row < VIEW_SIZE; row += step) {
    for (let column = 0; column < VIEW_SIZE; column += step) {
      if (face[row * VIEW_SIZE + column] === 1) {
        const x = Math.floor(a * column - b * row + shiftX);
        const y = Math.floor(b * column + a * row + shiftY);
        const isInside =
          x >= 1 && y >= 1 && x < image.width - BLOCK - 1 && y < image.height - BLOCK - 1;
        if (isInside) {
          found.push(x, y);
        }
      }
    }
  }
  const stride = Math.ceil(found.length / 2 / MAX_BLOCKS);
  return Int32Array.from(found.filter((_, index) => (index >> 1) % Math.max(1, stride) === 0));
}

/** Returns the mean strength of the finest detail, and the standard deviation of the noise. */
function measure(
  blocks: Int32Array,
  lumaOf: (x: number, y: number) => number,
): { readonly detail: number; readonly noise: number } {
  const side = BLOCK + 2;
  const luma = new Float32Array(side * side);
  const found: number[] = [];
  for (let block = 0; block < blocks.length; block += 2) {
    for (let index = 0; index < luma.length; index += 1) {
      const x = blocks[block] - 1 + (index % side);
      luma[index] = lumaOf(x, blocks[block + 1] - 1 + Math.floor(index / side));
    }
    let sum = 0;
    for (let row = 1; row <= BLOCK; row += 1) {
      for (let column = 1; column <= BLOCK; column += 1) {
        const at = row * side + column;
        const rough =
          luma[at - 1] + luma[at + 1] + luma[at - side] + luma[at + side] - 4 * luma[at];
        sum += Math.min(60, Math.abs(rough)) ** 2;
      }
    }
    found.push(Math.sqrt(sum / (BLOCK * BLOCK)));
  }
  if (found.length === 0) {
    return { detail: 0, noise: 0 };
  }
  const sorted = found.toSorted((a, b) => a - b);
  return {
    detail: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    noise: sorted[Math.floor(sorted.length * SMOOTHEST_PART)] / ROUGHNESS_OF_NOISE,
  };
}

function sampleLuma({ width, pixels }: RgbaImage, x: number, y: number): number {
  const at = (y * width + x) * 4;
  return 0.299 * pixels[at] + 0.587 * pixels[at + 1] + 0.114 * pixels[at + 2];
}
