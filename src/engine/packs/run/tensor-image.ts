import type { ColourRange } from '../recognise/families.ts';
import type { ImagePortLayout } from '../recognise/signature.ts';

/** Format of an image tensor: converts RGB of 0..255 to a model's values. */
export interface TensorImageFormat {
  readonly size: number;
  readonly layout: ImagePortLayout;
  readonly range: ColourRange;
  readonly isBgr: boolean;
}

/** Writes an image (rows of three floats of 0..255) into a model's input. */
export function writeTensorImage(
  to: Float32Array,
  image: Float32Array,
  form: TensorImageFormat,
): void {
  const { size, layout, range, isBgr } = form;
  const count = size * size;
  for (let colour = 0; colour < 3; colour += 1) {
    const channel = isBgr ? 2 - colour : colour;
    const step = layout === 'planes' ? 1 : 3;
    const start = layout === 'planes' ? channel * count : channel;
    const scale = 1 / (255 * range.deviation[colour]!);
    const offset = -range.mean[colour]! / range.deviation[colour]!;
    for (let at = 0, from = colour, into = start; at < count; at += 1, from += 3, into += step) {
      to[into] = image[from]! * scale + offset;
    }
  }
}

/** Reads a model's output as an image (rows of three floats, clamped to 0..255). Returns false when a value is NaN. */
export function readTensorImage(
  image: Float32Array,
  from: Float32Array,
  form: TensorImageFormat,
): boolean {
  const { size, layout, range, isBgr } = form;
  const count = size * size;
  let isSound = true;
  for (let colour = 0; colour < 3; colour += 1) {
    const channel = isBgr ? 2 - colour : colour;
    const step = layout === 'planes' ? 1 : 3;
    const start = layout === 'planes' ? channel * count : channel;
    const scale = 255 * range.deviation[colour]!;
    const offset = 255 * range.mean[colour]!;
    for (
      let at = 0, source = start, into = colour;
      at < count;
      at += 1, source += step, into += 3
    ) {
      const value = from[source]! * scale + offset;
      isSound &&= value === value;
      image[into] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return isSound;
}
