import { AppError, DISK_FULL, InvariantError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';

/** Turns a failure of disk or bucket into `storage_failed`; for `.catch`. */
export function toStorageError(cause: unknown): never {
  if (cause instanceof AppError || cause instanceof InvariantError) {
    throw cause;
  }
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  throw code === 'ENOSPC' || code === 'EDQUOT'
    ? createDiskFullError(cause)
    : new AppError('storage_failed', 'The storage of the service could not be read or written.', {
        cause,
      });
}

/** Builds the error for files or a database without disk space. */
export function createDiskFullError(cause: unknown): AppError {
  const details = faultDetails(DISK_FULL);
  return new AppError('storage_failed', 'The disk of the service is full.', { cause, details });
}

/** Returns whether a file system error means that the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
