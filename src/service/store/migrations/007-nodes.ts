import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Waiting jobs are found by account. Services that share a PostgreSQL database know of each other, and count the
 * requests of a key together; one on SQLite is alone and keeps both in memory.
 */
export const sharedNodes: Migration = {
  version: 7,
  async up(db, engine) {
    for (const statement of [waiting, ...(engine === 'postgres' ? shared : [])]) {
      await sql.raw(statement).execute(db);
    }
  },
};

const waiting = `create index jobs_waiting on jobs(account_id, run_after_ms, id) where queue_state = 'ready'`;

const shared = [
  `create table nodes(
    id text primary key, name text not null, url text,
    roles text not null, features text not null,
    state text not null check(state in ('active','draining','stopped')),
    slots bigint not null, running bigint not null,
    started_at_ms bigint not null, seen_at_ms bigint not null)`,
  // Losing it costs a minute's counts only, so no request waits for a disk.
  `create unlogged table rate_buckets(
    bucket text primary key, full_at_ms double precision not null, granted bigint not null)
    with (fillfactor = 50)`,
];
