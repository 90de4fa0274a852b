import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../base/errors.ts';

/** Proof that this process owns a data folder. */
export interface OwnerLock {
  /** Gives the folder free. */
  release(): void;
}

/**
 * Takes a data folder for this process. The lock is SQLite's own file lock on `owner.lock`: the system
 * frees it when the process dies in any way, so nothing stale can be left behind. The process id
 * beside it only serves the message. Throws `storage_failed` with `details.reason = 'store_in_use'`
 * when another process has the folder.
 */
export function acquireOwnerLock(folder: string): OwnerLock {
  const noteFile = join(folder, 'owner.pid');
  const database = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete');
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    throw toInUseError(folder, noteFile, cause);
  }
  writeFileSync(noteFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(noteFile, { force: true });
      database.close();
    },
  };
}

function toInUseError(folder: string, noteFile: string, cause: unknown): AppError {
  const pid = readPid(noteFile);
  const owner = pid === null ? 'Another process' : `Process ${pid}`;
  return new AppError(
    'storage_failed',
    `${owner} is using the data folder ${folder}. One service may run on a folder; stop the other one or choose another folder.`,
    { cause, details: { reason: 'store_in_use', folder, owner_pid: pid } },
  );
}

function readPid(noteFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(noteFile, 'utf8'), 10);
    return Number.isSafeInteger(pid) ? pid : null;
  } catch {
    return null; // The note is a courtesy; the lock above is the fact.
  }
}
