import { PostgresAdapter } from 'kysely';
import type { Db } from './db.ts';

/**
 * Returns whether other connections may write between the statements of a transaction, so that rows have to be locked.
 */
export function needsRowLocks(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
