import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { JobFeature } from '../../contract/api/features.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import type { MediaInfo } from '../../capabilities/media-file.ts';
import type { FileRow } from '../store/schema.ts';
import { readFacts } from './input-files.ts';

/** Containers count in whole frames and blocks: a clip that was cut to a length is off by as much. */
const LENGTH_TOLERANCE_SEC = 0.15;
const { maxMb, minSidePx, maxAspect } = limits.motionControlInput;
const mimes = {
  image_key: ['image/jpeg', 'image/png'],
  side_key: ['image/jpeg', 'image/png'],
  back_key: ['image/jpeg', 'image/png'],
  video_key: ['video/mp4', 'video/quicktime'],
} as const;
const fields = ['image_key', 'side_key', 'back_key', 'video_key'] as const;

/**
 * Refuses files that may be uploaded but not used for this feature, before a hold is made:
 * `unsupported_format`, `input_too_large`, or `invalid_input` for one that is too small, too short or too
 * narrow. Each error names the field; `input` has hints as well.
 */
export function requireInputLimits(
  feature: JobFeature,
  input: Readonly<Record<string, unknown>>,
  uploads: ReadonlyMap<string, FileRow>,
): void {
  const findUpload = (field: string): FileRow | undefined => {
    const key = input[field];
    return typeof key === 'string' ? uploads.get(key) : undefined;
  };
  const video = findUpload('video_key');
  if (feature === 'identity_swap' && video !== undefined) {
    requireLength(readFacts(video), limits.identitySwapVideoSec);
  }
  if (feature !== 'motion_control') {
    return;
  }
  for (const field of fields) {
    const row = findUpload(field);
    if (row !== undefined) {
      requireType(field, row);
      requireSize(field, row);
      requireSides(field, readFacts(row));
    }
  }
  if (video !== undefined) {
    requireLength(readFacts(video), limits.motionControlDurationSec);
  }
}

function requireType(field: keyof typeof mimes, { mime }: FileRow): void {
  if (!mimes[field].some((known) => known === mime)) {
    const isVideo = field === 'video_key';
    throw new AppError(
      'unsupported_format',
      `${field} is ${mime}. Use ${isVideo ? 'MP4 or MOV' : 'JPG or PNG'}.`,
      { details: { ...faultDetails(isVideo ? 'mp4_needed' : 'jpg_needed'), field } },
    );
  }
}

function requireSize(field: string, { size_bytes: bytes }: FileRow): void {
  if (bytes > maxMb * BYTES_PER_MB) {
    throw new AppError(
      'input_too_large',
      `${field} has ${(bytes / BYTES_PER_MB).toFixed(1)} MB; at most ${maxMb} MB can be used.`,
      { details: { ...faultDetails('file_too_large', { max_mb: maxMb }), field } },
    );
  }
}

function requireSides(field: string, { widthPx = 0, heightPx = 0 }: MediaInfo): void {
  if (Math.min(widthPx, heightPx) < minSidePx) {
    throw new AppError(
      'invalid_input',
      `${field} has ${widthPx} × ${heightPx} pixels; each side needs at least ${minSidePx}.`,
      {
        details: {
          ...faultDetails('sides_short', {
            width: widthPx,
            height: heightPx,
            min_pixels: minSidePx,
          }),
          field,
        },
      },
    );
  }
  if (Math.max(widthPx, heightPx) > maxAspect * Math.min(widthPx, heightPx)) {
    throw new AppError(
      'invalid_input',
      `${field} has ${widthPx} × ${heightPx} pixels; one side may be ${maxAspect} times the other at most.`,
      { details: { ...faultDetails('sides_unequal', { max_aspect: maxAspect }), field } },
    );
  }
}

function requireLength(
  { durationMs = 0 }: MediaInfo,
  { min: minSec, max: maxSec }: { readonly min: number; readonly max: number },
): void {
  const seconds = durationMs / 1000;
  const isLong = seconds > maxSec + LENGTH_TOLERANCE_SEC;
  if (isLong || seconds < minSec - LENGTH_TOLERANCE_SEC) {
    throw new AppError(
      isLong ? 'input_too_large' : 'invalid_input',
      `video_key is ${seconds.toFixed(1)} s long; ${minSec} to ${maxSec} s can be used.`,
      {
        details: {
          ...faultDetails('clip_length', {
            seconds: Math.round(seconds * 10) / 10,
            min_seconds: minSec,
            max_seconds: maxSec,
          }),
          field: 'video_key',
        },
      },
    );
  }
}
