import {
  computeColour,
  createI420Frame,
  type I420Frame,
  type RgbaImage,
} from '../../pixels/frame.ts';
import { lumaWeights } from '../../pixels/yuv.ts';

/** Maximum number of samples per axis of an output pixel. */
const MAX_TAPS = 6;

/**
 * Fits a card to the size and the colours of `frame`. Excess width or height is cropped evenly, so the middle of the
 * card has to contain the message. The card is dithered, because its soft background would show banding.
 */
export function fitCard(card: RgbaImage, frame: I420Frame): I420Frame {
  const { width, height } = frame;
  const fitted = createI420Frame(width, height, frame.colour);
  const { matrix, isFullRange } = computeColour(frame);
  const [red, blue] = lumaWeights(matrix);
  const green = 1 - red - blue;
  const scaleY = isFullRange ? 1 : 219 / 255;
  const scaleC = isFullRange ? 1 : 224 / 255;
  const rgb = new Float32Array(width * height * 3);
  sample(card, { width, height }, rgb);
  for (let index = 0; index < width * height; index += 1) {
    const luma = red * rgb[index * 3]! + green * rgb[index * 3 + 1]! + blue * rgb[index * 3 + 2]!;
    const dither = ditherAt(index % width, Math.floor(index / width));
    fitted.y[index] = (isFullRange ? 0 : 16) + luma * scaleY + dither;
  }
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const at = (row * width + column) * 3;
      const [r, g, b] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      const luma = red * r + green * g + blue * b;
      const to = (row >> 1) * fitted.strideU + (column >> 1);
      const dither = ditherAt(column >> 1, row >> 1);
      fitted.u[to] = 128 + ((b - luma) / (2 * (1 - blue))) * scaleC + dither;
      fitted.v[to] = 128 + ((r - luma) / (2 * (1 - red))) * scaleC + dither;
    }
  }
  return fitted;
}

/** Resamples the card into `rgb`, averaging the samples of each pixel. */
function sample(
  card: RgbaImage,
  { width, height }: { readonly width: number; readonly height: number },
  rgb: Float32Array,
): void {
  const scale = Math.min(card.width / width, card.height / height);
  const left = (card.width - width * scale) / 2;
  const top = (card.height - height * scale) / 2;
  const taps = Math.max(1, Math.min(MAX_TAPS, Math.ceil(scale)));
  for (let index = 0; index < width * height; index += 1) {
    const column = index % width;
    const row = Math.floor(index / width);
    for (let tap = 0; tap < taps * taps; tap += 1) {
      const x = left + (column + ((tap % taps) + 0.5) / taps) * scale - 0.5;
      const y = top + (row + (Math.floor(tap / taps) + 0.5) / taps) * scale - 0.5;
      add(card, x, y, 1 / (taps * taps), rgb, index * 3);
    }
  }
}

function add(
  { width, height, pixels }: RgbaImage,
  x: number,
  y: number,
  weight: number,
  rgb: Float32Array,
  at: number,
): void {
  const cx = Math.max(0, Math.min(width - 1.001, x));
  const cy = Math.max(0, Math.min(height - 1.001, y));
  const from = (Math.floor(cy) * width + Math.floor(cx)) * 4;
  const [fx, fy] = [cx - Math.floor(cx), cy - Math.floor(cy)];
  for (let channel = 0; channel < 3; channel += 1) {
    const upper = pixels[from + channel]! * (1 - fx) + pixels[from + 4 + channel]! * fx;
    const lower =
      pixels[from + width * 4 + channel]! * (1 - fx) + pixels[from + width * 4 + 4 + channel]! * fx;
    rgb[at + channel]! += (upper * (1 - fy) + lower * fy) * weight;
  }
}

/** Returns an ordered-dither threshold, 0..1, by a Bayer matrix of 4 × 4. */
function ditherAt(x: number, y: number): number {
  return (ORDER[(y & 3) * 4 + (x & 3)]! + 0.5) / 16;
}

const ORDER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
