import { DatabaseSync } from 'node:sqlite';

/** SQLITE_CORRUPT and SQLITE_NOTADB; extended codes have more bits. */
const damageCodes: readonly number[] = [11, 26];

/** Whether an error of SQLite, or a cause of it, says that the file is damaged or none of its own. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 255 : -1;
  return damageCodes.includes(code) || isDamage(error.cause);
}

/** Whether every page of a database can be read and fits the others. Throws what is no damage, such as a full disk. */
export function isSound(path: string): boolean {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    return isSoundOpen(database);
  } catch (error) {
    if (isDamage(error)) {
      return false;
    }
    throw error;
  } finally {
    database?.close();
  }
}

/** {@link isSound} of an open database. */
export function isSoundOpen(database: DatabaseSync): boolean {
  try {
    return database.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
  } catch (error) {
    if (isDamage(error)) {
      return false;
    }
    throw error;
  }
}
