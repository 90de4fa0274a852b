import { computeColour, type I420Frame, type RgbaImage, type YuvColour } from './frame.ts';
import { createI420View, sizeOfI420 } from './i420-view.ts';

/**
 * Coefficients from YUV to RGB: `r = luma + redFromV * v`, `g = luma + greenFromU * u + greenFromV * v`, `b = luma +
 * blueFromU * u`, with `luma = (y - lumaOffset) * lumaScale` and chroma around 0; RGB is 0..255.
 */
export interface YuvToRgb {
  readonly lumaOffset: number;
  readonly lumaScale: number;
  readonly redFromV: number;
  readonly greenFromU: number;
  readonly greenFromV: number;
  readonly blueFromU: number;
}

const conversions = {
  bt601: [makeConversion('bt601', false), makeConversion('bt601', true)],
  bt709: [makeConversion('bt709', false), makeConversion('bt709', true)],
} as const;

/** Returns the conversion for the colours of a frame. */
export function selectYuvConversion(frame: I420Frame): YuvToRgb {
  const { matrix, isFullRange } = computeColour(frame);
  return conversions[matrix][isFullRange ? 1 : 0];
}

function makeConversion(matrix: YuvColour['matrix'], isFullRange: boolean): YuvToRgb {
  const [red, blue] = lumaWeights(matrix);
  const green = 1 - red - blue;
  const chromaScale = isFullRange ? 1 : 255 / 224;
  const redFromV = 2 * (1 - red) * chromaScale;
  const blueFromU = 2 * (1 - blue) * chromaScale;
  return {
    lumaOffset: isFullRange ? 0 : 16,
    lumaScale: isFullRange ? 1 : 255 / 219,
    redFromV,
    blueFromU,
    greenFromU: (-blue / green) * blueFromU,
    greenFromV: (-red / green) * redFromV,
  };
}

/** Returns the weights of red and blue in the luma of a matrix. */
export function lumaWeights(matrix: YuvColour['matrix']): readonly [red: number, blue: number] {
  return matrix === 'bt601' ? [0.299, 0.114] : [0.2126, 0.0722];
}

/** Returns a part of a frame as an image. */
export function cutRgba(
  frame: I420Frame,
  {
    left,
    top,
    width,
    height,
  }: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  },
): RgbaImage {
  const { lumaOffset, lumaScale, redFromV, greenFromU, greenFromV, blueFromU } =
    selectYuvConversion(frame);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const column = left + (index % width);
    const row = top + Math.floor(index / width);
    const luma = (frame.y[row * frame.strideY + column] - lumaOffset) * lumaScale;
    const u = frame.u[(row >> 1) * frame.strideU + (column >> 1)] - 128;
    const v = frame.v[(row >> 1) * frame.strideV + (column >> 1)] - 128;
    pixels[index * 4] = luma + redFromV * v;
    pixels[index * 4 + 1] = luma + greenFromU * u + greenFromV * v;
    pixels[index * 4 + 2] = luma + blueFromU * u;
    pixels[index * 4 + 3] = 255;
  }
  return { width, height, pixels: new Uint8Array(pixels.buffer) };
}

/**
 * Converts a still to a frame of full range, so that no tone is lost; alpha is ignored. The frame is in `memory`, which
 * is allocated when absent.
 */
export function toI420(
  { width, height, pixels }: RgbaImage,
  memory: ArrayBufferLike = new ArrayBuffer(sizeOfI420(width, height)),
): I420Frame {
  const frame = createI420View(memory, { width, height }, { matrix: 'bt601', isFullRange: true });
  for (let index = 0; index < width * height; index += 1) {
    const at = index * 4;
    frame.y[index] = 0.299 * pixels[at] + 0.587 * pixels[at + 1] + 0.114 * pixels[at + 2] + 0.5;
  }
  for (let row = 0; row < height; row += 2) {
    const below = Math.min(row + 1, height - 1) * width;
    for (let column = 0; column < width; column += 2) {
      const right = Math.min(column + 1, width - 1);
      const upperLeft = (row * width + column) * 4;
      const upperRight = (row * width + right) * 4;
      const lowerLeft = (below + column) * 4;
      const lowerRight = (below + right) * 4;
      let luma = 0;
      let red = 0;
      let blue = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const mean =
          (pixels[upperLeft + channel] +
            pixels[upperRight + channel] +
            pixels[lowerLeft + channel] +
            pixels[lowerRight + channel]) /
          4;
        red = channel === 0 ? mean : red;
        blue = mean;
        luma += LUMA_WEIGHTS[channel] * mean;
      }
      const at = (row >> 1) * frame.strideU + (column >> 1);
      frame.u[at] = Math.min(255, 128.5 + (blue - luma) / 1.772);
      frame.v[at] = Math.min(255, 128.5 + (red - luma) / 1.402);
    }
  }
  return frame;
}

const LUMA_WEIGHTS = [0.299, 0.587, 0.114] as const;
