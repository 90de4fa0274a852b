import { AppError } from '../../base/errors.ts';

/** Converts any error for the page's state: a bug becomes an `internal_error` with the bug as its cause. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('internal_error', 'It ended with an unknown error.', { cause: error });
}
