import { AppError } from '../../../base/errors.ts';
import type { Size } from '../../io/video/output-size.ts';
import { readStill } from '../../io/video/stills.ts';
import type { I420Frame, RgbaImage } from '../../pixels/frame.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { createFaceFinder, type FinderModels } from '../../track/face-finder.ts';
import { measureMouth } from '../mouth/measures.ts';
import { toFrontalShape } from '../../face/shape/face-shape.ts';
import { copyPortraitFace, type PortraitFace } from '../avatar/portrait-face.ts';
import { requireUsableFace } from './usable-face.ts';

/** A portrait at the size of its video. */
export interface Portrait {
  /** Opaque, with even sides. */
  readonly image: RgbaImage;
  /** Same image in I420, for the networks. */
  readonly frame: I420Frame;
  readonly face: PortraitFace;
  /** Number of detected faces; the largest one speaks. */
  readonly faces: number;
  /** True when the mouth is so far open that closed lips must be synthesised. */
  readonly hasOpenMouth: boolean;
}

/** Pixel limit: larger frames need more memory than a worker has. */
const MAX_PIXELS = 2048 * 1080;
/** H.264 players accept no longer side. */
const LONGEST_SIDE = 4096;
const LARGE_FACE = 0.12;
/** Lip gap in widths from which closing the lips leaves a dark rim. */
const OPEN_MOUTH = 0.2;

/**
 * Reads a portrait with at most `shortSide` pixels on its shorter side. Throws `face_not_detected` where no face
 * can speak, and what reading a still throws.
 */
export async function readPortrait(
  file: string | Uint8Array,
  models: FinderModels,
  shortSide: number,
): Promise<Portrait> {
  const image = await readOpaque(file, shortSide);
  const frame = toI420(image);
  const found = createFaceFinder(models, { largeFace: LARGE_FACE }).find(frame);
  const [first] = found;
  if (first === undefined) {
    throw new AppError(
      'face_not_detected',
      'No face was found in the picture. Use one that shows a face from the front.',
    );
  }
  const face = copyPortraitFace(first);
  requireUsableFace(face);
  const { open } = measureMouth(toFrontalShape(face, models.canonicalFace));
  return { image, frame, face, faces: found.length, hasOpenMouth: open > OPEN_MOUTH };
}

/**
 * Reads an image as opaque RGBA with even sides. The shorter side is `shortSide`, or less where the image is smaller or
 * the frame would be too large. Throws what reading a still throws.
 */
export async function readOpaque(file: string | Uint8Array, shortSide: number): Promise<RgbaImage> {
  const still = await readStill(file, { size: (whole) => fitVideo(whole, shortSide) });
  const image = cropEven(still);
  if (still.hasAlpha) {
    flattenOnWhite(image.pixels);
  }
  return image;
}

function fitVideo({ width, height }: Size, shortSide: number): Size {
  const scale = Math.min(
    1,
    shortSide / Math.min(width, height),
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
  );
  const toEven = (length: number): number => Math.max(2, Math.round((length * scale) / 2) * 2);
  return scale === 1 ? { width, height } : { width: toEven(width), height: toEven(height) };
}

/** Drops an odd last row or column. */
export function cropEven({ width, height, pixels }: RgbaImage): RgbaImage {
  const size = { width: width & ~1, height: height & ~1 };
  const cropped = new Uint8Array(size.width * size.height * 4);
  for (let row = 0; row < size.height; row += 1) {
    const start = row * width * 4;
    cropped.set(pixels.subarray(start, start + size.width * 4), row * size.width * 4);
  }
  return { ...size, pixels: cropped };
}

function flattenOnWhite(pixels: RgbaImage['pixels']): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255;
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels[channel] = pixels[channel]! * alpha + 255 * (1 - alpha) + 0.5;
    }
    pixels[at + 3] = 255;
  }
}
