import { AppError } from '../../base/errors.ts';

/** What went wrong as the page keeps it: a bug becomes an `internal_error` that has the bug as its cause. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('internal_error', 'It ended with an unknown error.', { cause: error });
}
