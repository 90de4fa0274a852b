import {
  colourOf,
  createI420Frame,
  type I420Frame,
  type RgbaImage,
  type YuvColour,
} from './frame.ts';

/**
 * What turns YUV into RGB: `r = luma + redFromV * v`, `g = luma + greenFromU * u + greenFromV * v`,
 * `b = luma + blueFromU * u`, with `luma = (y - lumaOffset) * lumaScale` and chroma around 0; RGB is 0..255.
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

/** The conversion for the colours of a frame. */
export function yuvToRgbOf(frame: I420Frame): YuvToRgb {
  const { matrix, isFullRange } = colourOf(frame);
  return conversions[matrix][isFullRange ? 1 : 0];
}

function makeConversion(matrix: YuvColour['matrix'], isFullRange: boolean): YuvToRgb {
  const [red, blue] = shares(matrix);
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

/** The shares of red and blue in the luma of a matrix. */
export function shares(matrix: YuvColour['matrix']): readonly [red: number, blue: number] {
  return matrix === 'bt601' ? [0.299, 0.114] : [0.2126, 0.0722];
}

/** A still as frame; alpha is ignored. Full range, so that no tone is lost. */
export function toI420(image: RgbaImage): I420Frame {
  const frame = createI420Frame(image.width, image.height, { matrix: 'bt601', isFullRange: true });
  const { width, height, pixels } = image;
  for (let index = 0; index < width * height; index += 1) {
    const at = index * 4;
    frame.y[index] = 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]! + 0.5;
  }
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const [red, green, blue] = averageBlock(image, column, row);
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      const at = (row >> 1) * frame.strideU + (column >> 1);
      frame.u[at] = Math.min(255, 128.5 + (blue - luma) / 1.772);
      frame.v[at] = Math.min(255, 128.5 + (red - luma) / 1.402);
    }
  }
  return frame;
}

function averageBlock(image: RgbaImage, column: number, row: number): [number, number, number] {
  const right = Math.min(column + 1, image.width - 1);
  const below = Math.min(row + 1, image.height - 1);
  const corners = [
    (row * image.width + column) * 4,
    (row * image.width + right) * 4,
    (below * image.width + column) * 4,
    (below * image.width + right) * 4,
  ];
  const mean = (channel: number): number =>
    corners.reduce((sum, at) => sum + image.pixels[at + channel]!, 0) / 4;
  return [mean(0), mean(1), mean(2)];
}
