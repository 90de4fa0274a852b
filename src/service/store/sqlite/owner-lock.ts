import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../base/errors.ts';
import { isBusy, toStatementError } from './sqlite-errors.ts';

/** Proof that this process owns a data folder. */
export interface OwnerLock {
  /** Releases the folder. */
  release(): void;
}

/**
 * Locks a data folder for this process. The lock is SQLite's own file lock on `owner.lock`: the system releases
 * it when the process dies in any way, so no stale lock can remain. The process id beside it serves only the
 * error message. Throws `storage_failed` with `details.reason = 'store_in_use'` when another process has the
 * folder, with `disk_full` when the disk is full.
 */
export function acquireOwnerLock(folder: string): OwnerLock {
  const noteFile = join(folder, 'owner.pid');
  const database = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 });
  try {
    // A journal in memory: the lock needs no disk space.
    database.exec('pragma journal_mode = memory');
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    throw isBusy(cause) ? toInUseError(folder, noteFile, cause) : toStatementError(cause);
  }
  noteOwner(noteFile);
  return {
    release() {
      rmSync(noteFile, { force: true });
      database.close();
    },
  };
}

function toInUseError(folder: string, noteFile: string, cause: unknown): AppError {
  const pid = findPid(noteFile);
  const owner = pid === null ? 'Another process' : `Process ${pid}`;
  return new AppError(
    'storage_failed',
    `${owner} is using the data folder ${folder}. One service may run on a folder; stop the other one or choose another folder.`,
    { cause, details: { reason: 'store_in_use', folder, owner_pid: pid } },
  );
}

function noteOwner(noteFile: string): void {
  try {
    writeFileSync(noteFile, `${process.pid}\n`);
  } catch {
    rmSync(noteFile, { force: true }); // The note is a courtesy, which a full disk has no room for.
  }
}

function findPid(noteFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(noteFile, 'utf8'), 10);
    return Number.isSafeInteger(pid) ? pid : null;
  } catch {
    return null; // The note is a courtesy; the lock above is the fact.
  }
}
