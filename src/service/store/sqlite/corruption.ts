import { DatabaseSync } from 'node:sqlite';

/** SQLITE_CORRUPT and SQLITE_NOTADB; extended codes have more bits. */
const damageCodes: readonly number[] = [11, 26];

/** Returns whether an SQLite error, or a cause of it, reports a corrupt file or one of another format. */
export function isCorruptionError(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 255 : -1;
  return damageCodes.includes(code) || isCorruptionError(error.cause);
}

/**
 * Returns whether every page of a database is readable and consistent. Throws failures other than corruption, such as a
 * full disk.
 */
export function isDatabaseIntact(path: string): boolean {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    return isOpenDatabaseIntact(database);
  } catch (error) {
    if (isCorruptionError(error)) {
      return false;
    }
    throw error;
  } finally {
    database?.close();
  }
}

/** {@link isDatabaseIntact} of an open database. */
export function isOpenDatabaseIntact(database: DatabaseSync): boolean {
  try {
    return database.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
  } catch (error) {
    if (isCorruptionError(error)) {
      return false;
    }
    throw error;
  }
}
