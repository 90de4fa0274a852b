import { chmod } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { toDiskFault } from '../../base/faults.ts';
import { readUsualMode } from '../../client/private-files.ts';

/**
 * Writes a file that the user exports: its permissions follow their folder and settings, as with any program.
 * Throws `storage_failed` with `failure` when that is impossible.
 */
export async function exportFile(
  target: string,
  failure: string,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
    await chmod(target, readUsualMode());
  } catch (cause) {
    throw new AppError('storage_failed', failure, { cause, ...toDiskFault(cause) });
  }
}
