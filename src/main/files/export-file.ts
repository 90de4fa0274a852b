import { chmod } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { diskFault } from '../../base/faults.ts';
import { readUsualMode } from '../../client/private-files.ts';

/**
 * Writes a file that the user hands out: who may read it is what their folder and their settings say, as with any
 * program. Throws `storage_failed` with `failure` where that cannot be done.
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
    throw new AppError('storage_failed', failure, { cause, ...diskFault(cause) });
  }
}
