/** Validates an image by decoding all of it. Runs in the validation process only. */
import sharp from 'sharp';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { type FormatId, formats } from '../formats.ts';
import { readExtent } from './extent.ts';
import type { ValidationRequest, MediaVerdict } from './verdict.ts';

/** Loaders of libvips that may run; it ships with many more, SVG among them. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}File`);

/** Names that libvips gives to the accepted formats. */
const decoderNames: Partial<Record<FormatId, string>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heic: 'heif',
};

/** Blocks every loader but the accepted ones, for the whole process. Call it once, first. */
export function restrictImageLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);
}

/** Validates an image; throws an `AppError` with the reason of a refusal. */
export async function validateImage({
  path,
  format,
  limits,
}: ValidationRequest): Promise<MediaVerdict> {
  const { label } = formats[format];
  const extent = await readExtent(path, format);
  if (extent.isCut) {
    throw createDamagedError(label);
  }
  // Pixels are checked by hand for a message with figures; libvips checks again before it decodes.
  const image = sharp(path, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const metadata = await image.metadata().catch((error: unknown) => {
    throw format === 'heic' ? createUnreadableHeicError(error) : createDamagedError(label, error);
  });
  if (metadata.format !== decoderNames[format]) {
    throw createDamagedError(label);
  }
  if (metadata.width * metadata.height > limits.imagePixels) {
    throw new AppError(
      'input_too_large',
      `The picture has ${metadata.width} × ${metadata.height} pixels; at most ${limits.imagePixels / 1e6} million pixels are accepted.`,
      {
        details: faultDetails('too_many_pixels', {
          width: metadata.width,
          height: metadata.height,
          max_megapixels: limits.imagePixels / 1e6,
        }),
      },
    );
  }
  if ((metadata.pages ?? 1) > 1) {
    throw new AppError(
      'unsupported_format',
      'The picture is animated. Send a still picture, or a video.',
      { details: faultDetails('animated') },
    );
  }
  await decodeAll(path, limits.imagePixels).catch((error: unknown) => {
    throw format === 'heic' ? createUnreadableHeicError(error) : createDamagedError(label, error);
  });
  const isTurned = (metadata.orientation ?? 1) >= 5;
  return {
    kind: 'image',
    format,
    facts: {
      widthPx: isTurned ? metadata.height : metadata.width,
      heightPx: isTurned ? metadata.width : metadata.height,
    },
    trimToBytes: extent.endsAt,
  };
}

/** Decodes every row and scales it down immediately, so that a large image is never in memory as a whole. */
async function decodeAll(path: string, limitInputPixels: number): Promise<void> {
  await sharp(path, { limitInputPixels, failOn: 'error', sequentialRead: true })
    .resize(64, 64, { fit: 'inside', fastShrinkOnLoad: false, kernel: 'nearest' })
    .raw()
    .toBuffer();
}

function createDamagedError(label: string, cause?: unknown): AppError {
  return new AppError(
    'unsupported_format',
    `The ${label} picture is damaged or incomplete and cannot be decoded.`,
    { cause, details: faultDetails('file_damaged') },
  );
}

function createUnreadableHeicError(cause: unknown): AppError {
  return new AppError(
    'unsupported_format',
    'HEIC pictures cannot be decoded here. Save the picture as JPEG, PNG or WebP.',
    { cause, details: faultDetails('heic_unreadable') },
  );
}
