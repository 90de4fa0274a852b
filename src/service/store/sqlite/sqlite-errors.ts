import { createDiskFullError } from '../storage-error.ts';

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no disk space for the database, or for the index of its log. */
const fullCodes: readonly number[] = [13, 4874];
/** SQLITE_BUSY of any kind. */
const BUSY = 5;

/** SQLite's result code of a failure (https://www.sqlite.org/rescode.html); null when it is not SQLite's. */
function findCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : null;
}

/** Returns the error of a failed statement unchanged, or `storage_failed` when the disk is full. */
export function toStatementError(error: unknown): unknown {
  const code = findCode(error);
  return code !== null && fullCodes.includes(code) ? createDiskFullError(error) : error;
}

/** Returns whether an error means that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return ((findCode(error) ?? 0) & 255) === BUSY;
}
