import { AppError } from '../../../base/errors.ts';
import type { ClipSegment } from './clip-segments.ts';

/** Creates the error for a segment without a decodable frame. */
export function createNoFrameError({ startUs }: Pick<ClipSegment, 'startUs'>): AppError {
  return new AppError(
    'unsupported_format',
    `The video has no picture from ${startUs / 1e6} s to the end of this segment.`,
  );
}
