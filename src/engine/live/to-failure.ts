import { AppError } from '../../base/errors.ts';

/** Converts an error to the failure that is reported with a frame. */
export function toSwapFailure(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('processing_failed', 'The live picture could not be drawn.', { cause: error });
}
