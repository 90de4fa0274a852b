import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { sharpen } from '../light/clean.ts';
import { blurPlane } from '../raster/planes.ts';
import { createRaster, type Raster, readChannels } from '../raster/raster.ts';
import { type ImageCrop, resizeRaster } from '../raster/resize-raster.ts';

/** Height of hair above the box of a face, and width of hair and ears beside it, in heights and widths of the box. */
const AROUND_FACE = { above: 0.6, beside: 0.2 } as const;

/**
 * Returns the largest crop of an aspect ratio (width by height), in the middle, or with the mean centre of the faces at
 * 40 % of its height as far as the image allows. Heads are not cut where all of them fit into the crop.
 */
export function cropAround(
  { width, height }: RgbaImage,
  faces: readonly Pick<ImageFace, 'box'>[],
  aspect: number,
): ImageCrop {
  const wide = Math.max(1, Math.min(width, Math.round(height * aspect)));
  const high = Math.max(1, Math.min(height, Math.round(width / aspect)));
  let x = width / 2;
  let y = height / 2;
  if (faces.length > 0) {
    x = faces.reduce((sum, { box }) => sum + box.left + box.width / 2, 0) / faces.length;
    y =
      faces.reduce((sum, { box }) => sum + box.top + box.height / 2, 0) / faces.length + high * 0.1;
  }
  const { above, beside } = AROUND_FACE;
  const columns = faces.map(({ box: { left, width: across } }): Span => ({
    from: Math.max(0, left - across * beside),
    to: Math.min(width, left + across * (1 + beside)),
  }));
  const rows = faces.map(({ box: { top, height: down } }): Span => ({
    from: Math.max(0, top - down * above),
    to: Math.min(height, top + down),
  }));
  return {
    left: Math.round(clamp(moveOver(columns, x - wide / 2, wide), 0, width - wide)),
    top: Math.round(clamp(moveOver(rows, y - high / 2, high), 0, height - high)),
    width: wide,
    height: high,
  };
}

/** Range along one side of an image, in pixels. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Moves a window of a length so far that it shows all spans, if they fit. */
function moveOver(spans: readonly Span[], start: number, length: number): number {
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  return to - from > length || spans.length === 0 ? start : clamp(start, to - length, from);
}

/** Size of a close crop, in heights and widths of the area of the faces. */
const CLOSE = { height: 2, width: 1.7 } as const;

/** Returns a close crop of the faces in the aspect ratio of the image; at least an eighth of its width and height. */
export function cropClosely(
  { width, height }: RgbaImage,
  faces: readonly Pick<ImageFace, 'box'>[],
): ImageCrop {
  const left = Math.min(...faces.map(({ box }) => box.left));
  const right = Math.max(...faces.map(({ box }) => box.left + box.width));
  const top = Math.min(...faces.map(({ box }) => box.top));
  const bottom = Math.max(...faces.map(({ box }) => box.top + box.height));
  const needed = Math.max(
    ((bottom - top) * CLOSE.height) / height,
    ((right - left) * CLOSE.width) / width,
  );
  const scale = clamp(needed, 1 / 8, 1);
  const wide = Math.max(2, Math.round((width * scale) / 2) * 2);
  const high = Math.max(2, Math.round((height * scale) / 2) * 2);
  const x = (left + right - wide) / 2;
  const y = (top + bottom) / 2 - high * 0.46;
  return {
    left: Math.round(clamp(x, 0, Math.max(0, width - wide))),
    top: Math.round(clamp(y, 0, Math.max(0, height - high))),
    width: Math.min(wide, width),
    height: Math.min(high, height),
  };
}

/** Copies a crop of an image byte for byte. */
export function cropRaster(
  { width: line, pixels }: RgbaImage,
  { left, top, width, height }: ImageCrop,
): Raster {
  const cropped = createRaster(width, height);
  for (let row = 0; row < height; row += 1) {
    const from = ((row + top) * line + left) * 4;
    cropped.pixels.set(pixels.subarray(from, from + width * 4), row * width * 4);
  }
  return cropped;
}

/** Resizes an image to cover a size completely, cropped equally on both sides. */
export function coverSize(
  image: RgbaImage,
  size: { readonly width: number; readonly height: number },
): Raster {
  return resizeRaster(image, size, cropAround(image, [], size.width / size.height));
}

/** Maximum side in pixels of the copy that borders are blurred from, because they have no detail. */
const BORDER_SIDE = 360;

/** Extends an image to an aspect ratio: the unchanged image over a soft and darker copy of itself. */
export function extendRaster(image: RgbaImage, aspect: number): Raster {
  const width = Math.max(image.width, Math.round(image.height * aspect));
  const height = Math.max(image.height, Math.round(image.width / aspect));
  const factor = Math.min(1, BORDER_SIDE / Math.max(width, height));
  const small = coverSize(image, {
    width: Math.max(2, Math.round(width * factor)),
    height: Math.max(2, Math.round(height * factor)),
  });
  const radius = Math.max(small.width, small.height) / 28;
  const planes = readChannels(small).map((plane) => blurPlane(plane, small.width, radius));
  for (let index = 0, at = 0; at < small.pixels.length; index += 1, at += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      small.pixels[at + channel] = planes[channel][index] * 0.8;
    }
  }
  const extended = resizeRaster(small, { width, height });
  insertRaster(extended, image, {
    left: (width - image.width) >> 1,
    top: (height - image.height) >> 1,
  });
  return extended;
}

/** Copies an image into a larger one. */
export function insertRaster(
  onto: Raster,
  { width, height, pixels }: RgbaImage,
  { left, top }: { readonly left: number; readonly top: number },
): void {
  for (let row = 0; row < height; row += 1) {
    onto.pixels.set(
      pixels.subarray(row * width * 4, (row + 1) * width * 4),
      ((row + top) * onto.width + left) * 4,
    );
  }
}

/** Sharpening of enlarged images. */
const ENLARGED_SHARPNESS = 0.45;

/** Enlarges an image twofold and sharpens it as far as that creates no artefacts. */
export function enlargeRaster(image: RgbaImage): Raster {
  const enlarged = resizeRaster(image, { width: 2 * image.width, height: 2 * image.height });
  sharpen(enlarged, ENLARGED_SHARPNESS);
  return enlarged;
}

/** Width of a collage in pixels. */
const COLLAGE_WIDTH = 1280;

/** Arranges two to four images on white, each cropped around its faces: side by side, or four in a square. */
export function arrangeCollage(
  images: readonly { readonly image: RgbaImage; readonly faces: readonly ImageFace[] }[],
): Raster {
  const columns = images.length === 4 ? 2 : images.length;
  const rows = Math.ceil(images.length / columns);
  const gap = Math.round(COLLAGE_WIDTH / 120);
  const width = Math.floor((COLLAGE_WIDTH - gap * (columns + 1)) / columns);
  const height = Math.round(width * (rows === 2 ? 0.75 : 1.25));
  const collage = createRaster(COLLAGE_WIDTH, rows * height + gap * (rows + 1));
  collage.pixels.fill(255);
  images.forEach(({ image, faces }, number) => {
    const crop = cropAround(image, faces, width / height);
    insertRaster(collage, resizeRaster(image, { width, height }, crop), {
      left: gap + (number % columns) * (width + gap),
      top: gap + Math.floor(number / columns) * (height + gap),
    });
  });
  return collage;
}
