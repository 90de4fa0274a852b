import { AppError } from '../../base/errors.ts';

/** What kept a frame from being drawn, as it is told with the frame. */
export function toSwapFailure(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('processing_failed', 'The live picture could not be drawn.', { cause: error });
}
