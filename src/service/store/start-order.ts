import { sql } from 'kysely';
import type { Db } from './db.ts';
import { MIGRATION_LOCK } from './migrate.ts';
import { needsRowLocks } from './row-locks.ts';

/**
 * Runs what only the first of several services on one database may do, one service after the other: it holds the
 * lock of the migrations on PostgreSQL. `act` uses other connections. SQLite has one service.
 */
export async function withMigrationLock<T>(db: Db, act: () => Promise<T>): Promise<T> {
  if (!needsRowLocks(db)) {
    return act();
  }
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
    return act();
  });
}
