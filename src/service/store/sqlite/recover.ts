/**
 * Recovery of a damaged database. Nothing is deleted: damaged files are moved into a folder beside it.
 *
 *   damaged ── restore ────▶ the newest sound copy of backups/ takes its place
 *       └───── start_anew ─▶ none: the next start makes a new one
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { Recovery } from '../../../contract/embedded.ts';
import { type Backup, listBackups, publishFile } from './backup.ts';
import { isDatabaseIntact } from './corruption.ts';
import { acquireOwnerLock } from './owner-lock.ts';

/** The database and what SQLite keeps beside it. */
const files = ['guise.db', 'guise.db-wal', 'guise.db-shm'];

/** Prefix of the folder of a damaged database, followed by the time in Unix milliseconds. */
export const damagedPrefix = 'damaged-';

/** Result of a recovery. */
export interface Recovered {
  /** Folder of the damaged files; null when there were none. */
  readonly setAside: string | null;
  /** Time of the restored backup, in Unix milliseconds; null for a new database. */
  readonly restoredFromMs: number | null;
}

/** Finds the newest intact backup; null when there is none. */
export function findGoodBackup(folder: string): Backup | null {
  return listBackups(join(folder, 'backups')).find(({ path }) => isDatabaseIntact(path)) ?? null;
}

/** Returns whether a folder's database is empty or missing, although there are backups of it. */
export function hasLostDatabase(folder: string): boolean {
  const path = join(folder, 'guise.db');
  const isEmpty = !existsSync(path) || statSync(path).size === 0;
  return isEmpty && listBackups(join(folder, 'backups')).length > 0;
}

/** Error of a damaged database; its details state whether there is an intact backup, and its time. */
export function damageError(folder: string, cause?: unknown): AppError {
  const good = findGoodBackup(folder);
  const copy =
    good === null
      ? 'There is no good copy of it.'
      : `A copy of ${new Date(good.writtenAtMs).toISOString()} is good.`;
  return new AppError(
    'storage_failed',
    `The database in ${folder} is damaged. ${copy} Restore the copy or start anew; the damaged file is kept.`,
    {
      cause,
      details: { reason: 'store_damaged', folder, backup_at_ms: good?.writtenAtMs ?? null },
    },
  );
}

/**
 * Does one of both; see the head of the file. Throws `storage_failed` when another process has the folder, and
 * `not_found` when there is nothing to restore; then nothing was changed.
 */
export function recoverStore(
  folder: string,
  recovery: Recovery,
  clock: Clock = systemClock,
): Recovered {
  const lock = acquireOwnerLock(folder);
  try {
    const good = recovery === 'restore' ? findGoodBackup(folder) : null;
    if (recovery === 'restore' && good === null) {
      throw new AppError('not_found', `There is no good copy in ${join(folder, 'backups')}.`);
    }
    const draft = join(folder, 'restored.db.part');
    rmSync(draft, { force: true });
    if (good !== null) {
      copyFileSync(good.path, draft);
    }
    // Backups of the abandoned database would be offered for the new one.
    const names = recovery === 'restore' ? files : [...files, 'backups'];
    const setAside = moveAside(folder, names, join(folder, `${damagedPrefix}${clock.nowMs()}`));
    if (good !== null) {
      publishFile(draft, join(folder, 'guise.db'));
    }
    return { setAside, restoredFromMs: good?.writtenAtMs ?? null };
  } finally {
    lock.release();
  }
}

function moveAside(folder: string, names: readonly string[], target: string): string | null {
  const present = names.filter((name) => existsSync(join(folder, name)));
  if (present.length === 0) {
    return null;
  }
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const name of present) {
    renameSync(join(folder, name), join(target, name));
  }
  return target;
}
