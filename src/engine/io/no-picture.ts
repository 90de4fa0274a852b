import { AppError } from '../../base/errors.ts';
import type { ClipSegment } from './clip-segments.ts';

/** What a segment is refused with in which no picture can be decoded, though the reader found one shortly before it. */
export function noPictureIn({ startUs }: Pick<ClipSegment, 'startUs'>): AppError {
  return new AppError(
    'unsupported_format',
    `The video has no picture from ${startUs / 1e6} s to the end of this segment.`,
  );
}
