import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { toDiskFault } from '../../base/faults.ts';
import { readUsualMode } from '../../client/private-files.ts';

/**
 * Writes a file that the user exports: its permissions follow their folder and settings, as with any program. `write`
 * writes a draft beside it, which takes its name when it is complete: a full disk leaves neither a part of it, nor
 * nothing of what it replaces. A link stays one, and what it leads to is replaced. Throws `storage_failed` with `failure`
 * when that is impossible, and each `AppError` of `write` as it is.
 */
export async function exportFile(
  target: string,
  failure: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const place = await realpath(target).catch(() => target);
  const draft = join(dirname(place), `.guise-${randomUUID()}.part`);
  try {
    await write(draft);
    await chmod(draft, readUsualMode());
    await rename(draft, place);
  } catch (cause) {
    // A draft that cannot be removed must not hide why.
    await rm(draft, { force: true }).catch(() => undefined);
    if (cause instanceof AppError) {
      throw cause;
    }
    throw new AppError('storage_failed', failure, { cause, ...toDiskFault(cause) });
  }
}
