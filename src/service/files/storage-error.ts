import { AppError, InvariantError } from '../../base/errors.ts';

/** Turns a failure of disk or bucket into `storage_failed`; for `.catch`. */
export function toStorageError(cause: unknown): never {
  if (cause instanceof AppError || cause instanceof InvariantError) {
    throw cause;
  }
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  throw new AppError(
    'storage_failed',
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'The disk of the service is full.'
      : 'The storage of the service could not be read or written.',
    { cause },
  );
}

/** Whether a failure of the file system says that the file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
