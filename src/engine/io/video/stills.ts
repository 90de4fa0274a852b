import { rename, rm } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import type { Size } from './output-size.ts';

/** Decoded still image: upright, sRGB. */
export interface Still extends RgbaImage {
  /** True when the file has an alpha channel; alpha is 255 everywhere otherwise. */
  readonly hasAlpha: boolean;
}

/** File format of a written image; quality is 1..100. */
export type StillFormat =
  | { readonly type: 'jpeg'; readonly quality?: number | undefined }
  | { readonly type: 'png' }
  | { readonly type: 'webp'; readonly quality?: number | undefined };

/** Maximum number of pixels of an image. */
const maxStillPixels = 100_000_000;

/** Allowed loaders of libvips, which ships with many more, SVG among them. */
const loaders = ['Jpeg', 'Png', 'Webp'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
]);

/**
 * Reads a JPEG, PNG or WebP image from a path or its bytes, upright and in sRGB. `maxSide` limits both sides by scaling
 * down; `size` returns the exact target size for the image's own upright size. Throws `unsupported_format` or
 * `input_too_large`.
 */
export async function readStill(
  file: string | Uint8Array,
  {
    maxSide,
    size,
    maxPixels = maxStillPixels,
  }: {
    readonly maxSide?: number | undefined;
    readonly size?: ((shown: Size) => Size) | undefined;
    readonly maxPixels?: number | undefined;
  } = {},
): Promise<Still> {
  restrictLoaders();
  // Checked here for an error message with numbers; libvips checks again before it decodes.
  const metadata = await sharp(file, { limitInputPixels: false }).metadata().catch(refuse);
  if (metadata.width * metadata.height > maxPixels) {
    throw new AppError(
      'input_too_large',
      `The picture has ${metadata.width} × ${metadata.height} pixels; at most ${maxPixels / 1e6} million pixels are accepted.`,
      {
        details: faultDetails('too_many_pixels', {
          width: metadata.width,
          height: metadata.height,
          max_megapixels: maxPixels / 1e6,
        }),
      },
    );
  }
  const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .toColourspace('srgb');
  const scaled = size?.(metadata.autoOrient);
  const sized =
    maxSide === undefined
      ? scaled === undefined
        ? image
        : image.resize(scaled.width, scaled.height, { fit: 'fill' })
      : image.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await sized
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  return {
    width: info.width,
    height: info.height,
    pixels: new Uint8Array(data.buffer, data.byteOffset, data.length),
    hasAlpha: metadata.hasAlpha,
  };
}

/** Writes an sRGB image, which appears at `path` when it is complete. JPEG composites transparent pixels over white. */
export async function writeStill(
  path: string,
  { width, height, pixels }: RgbaImage,
  format: StillFormat,
  /** XMP packet to embed. */
  xmp?: string,
): Promise<void> {
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } });
  const image = xmp === undefined ? raw : raw.withXmp(xmp);
  const partPath = `${path}.part`;
  try {
    await encode(image, format).toFile(partPath);
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw new AppError('storage_failed', `The picture could not be written to ${path}.`, {
      cause: error,
    });
  }
}

function encode(image: Sharp, format: StillFormat): Sharp {
  switch (format.type) {
    case 'jpeg': {
      const { quality = 92 } = format;
      const opaque = image.flatten({ background: '#ffffff' });
      // No chroma subsampling: it shows at red edges, and stills are viewed for long.
      return opaque.jpeg({ quality, chromaSubsampling: '4:4:4' });
    }
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'webp':
      return image.webp({ quality: format.quality ?? 90 });
    default:
      return format satisfies never;
  }
}

let isRestricted = false;

/** Allows only `loaders` and turns off the cache, once per process, since libvips has global state. */
function restrictLoaders(): void {
  if (!isRestricted) {
    isRestricted = true;
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: loaders });
    sharp.cache(false);
  }
}

function refuse(cause: unknown): never {
  throw new AppError(
    'unsupported_format',
    'The picture is damaged, or it is none that can be read. Use JPEG, PNG or WebP.',
    { cause, details: faultDetails('file_damaged') },
  );
}
