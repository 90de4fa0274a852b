import type { ImageFace } from '../../head/head-view.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { clamp } from '../../vision/math.ts';
import { sharpen } from '../light/clean.ts';
import { createRaster, type Raster } from '../raster/raster.ts';
import { type ImageCrop, resizeRaster } from '../raster/resize-raster.ts';

/**
 * Margins of heads around the boxes of their faces, in heights and widths of a box: with all hair, and with the least
 * that looks uncut.
 */
const MARGINS = [
  { above: 0.6, below: 0, beside: 0.2 },
  { above: 0.35, below: 0.06, beside: 0.1 },
] as const;

/**
 * Returns the largest crop of an aspect ratio (width by height), in the middle, or with the mean centre of the faces at
 * 40 % of its height as far as the image allows. Heads are not cut where all of them fit into the crop; else as few as
 * possible are.
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
  const columns = MARGINS.map(({ beside }) =>
    faces.map(({ box: { left, width: across } }) =>
      toSpan(left - across * beside, left + across * (1 + beside), width),
    ),
  );
  const rows = MARGINS.map(({ above, below }) =>
    faces.map(({ box: { top, height: down } }) =>
      toSpan(top - down * above, top + down * (1 + below), height),
    ),
  );
  return {
    left: Math.round(moveOver(columns, { start: x - wide / 2, length: wide, limit: width })),
    top: Math.round(moveOver(rows, { start: y - high / 2, length: high, limit: height })),
    width: wide,
    height: high,
  };
}

/** Range along one side of an image, in pixels. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function toSpan(from: number, to: number, limit: number): Span {
  return { from: clamp(from, 0, limit), to: clamp(to, 0, limit) };
}

/** A range of a length within 0 and a limit. */
interface CropWindow {
  readonly start: number;
  readonly length: number;
  readonly limit: number;
}

/** Moves a window so far that it shows all heads, with the first margins at which they fit; returns its start. */
function moveOver(
  margins: readonly (readonly Span[])[],
  { start, length, limit }: CropWindow,
): number {
  const bounded = clamp(start, 0, limit - length);
  for (const spans of margins) {
    const from = Math.min(...spans.map((span) => span.from));
    const to = Math.max(...spans.map((span) => span.to));
    if (to - from <= length) {
      return clamp(clamp(bounded, to - length, from), 0, limit - length);
    }
  }
  return showMost(margins.at(-1) ?? [], { start: bounded, length, limit });
}

/** Returns the start of the window that shows most heads whole and cuts fewest, near its own start. */
function showMost(spans: readonly Span[], { start, length, limit }: CropWindow): number {
  const starts = [start, ...spans.flatMap(({ from, to }) => [from, to - length])];
  const rate = (at: number): number => {
    let whole = 0;
    let shown = 0;
    for (const { from, to } of spans) {
      const part =
        clamp(Math.min(to, at + length) - Math.max(from, at), 0, to - from) / (to - from);
      shown += part;
      whole += part > 0.99 ? 1 : part > 0.01 ? -1 : 0;
    }
    return whole + 0.5 * shown - (0.1 * Math.abs(at - start)) / limit;
  };
  const rated = starts.map((at) => {
    const bounded = clamp(at, 0, limit - length);
    return { bounded, value: rate(bounded) };
  });
  return rated.reduce((best, other) => (other.value > best.value ? other : best)).bounded;
}

/** What a close crop shows around the area of the faces, in heights and widths of the largest face. */
const CLOSE = { height: 1, width: 0.7 } as const;

/** Returns a close crop of the faces in the aspect ratio of the image; at least an eighth of its width and height. */
export function cropClosely(
  { width, height }: RgbaImage,
  faces: readonly Pick<ImageFace, 'box'>[],
): ImageCrop {
  const left = Math.min(...faces.map(({ box }) => box.left));
  const right = Math.max(...faces.map(({ box }) => box.left + box.width));
  const top = Math.min(...faces.map(({ box }) => box.top));
  const bottom = Math.max(...faces.map(({ box }) => box.top + box.height));
  const tallest = Math.max(...faces.map(({ box }) => box.height));
  const widest = Math.max(...faces.map(({ box }) => box.width));
  const needed = Math.max(
    (bottom - top + tallest * CLOSE.height) / height,
    (right - left + widest * CLOSE.width) / width,
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

/** Width of a collage in pixels, and the range of the aspect ratios of images side by side. */
const COLLAGE_WIDTH = 1280;
const SIDE_BY_SIDE = { min: 0.7, max: 1.6 } as const;
/** Aspect ratio of each of four images in a square. */
const IN_SQUARE = 4 / 3;

/**
 * Arranges two to four images on white: side by side, as wide as each is for the same height, or four in a square.
 * Where an image is cropped, its faces are kept.
 */
export function arrangeCollage(
  images: readonly { readonly image: RgbaImage; readonly faces: readonly ImageFace[] }[],
): Raster {
  const columns = images.length === 4 ? 2 : images.length;
  const rows = Math.ceil(images.length / columns);
  const gap = Math.round(COLLAGE_WIDTH / 120);
  const aspects = images.map(({ image: { width, height } }) =>
    rows === 2 ? IN_SQUARE : clamp(width / height, SIDE_BY_SIDE.min, SIDE_BY_SIDE.max),
  );
  const across = COLLAGE_WIDTH - gap * (columns + 1);
  const height = Math.round(across / sum(aspects.slice(0, columns)));
  const collage = createRaster(COLLAGE_WIDTH, rows * height + gap * (rows + 1));
  collage.pixels.fill(255);
  images.forEach(({ image, faces }, number) => {
    const width = Math.floor(aspects[number] * height);
    const crop = cropAround(image, faces, width / height);
    const row = Math.floor(number / columns);
    const before = aspects
      .slice(row * columns, number)
      .map((aspect) => Math.floor(aspect * height));
    insertRaster(collage, resizeRaster(image, { width, height }, crop), {
      left: gap * (before.length + 1) + sum(before),
      top: gap + row * (height + gap),
    });
  });
  return collage;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
