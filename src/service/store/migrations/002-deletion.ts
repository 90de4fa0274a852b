import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Deleted jobs keep their amounts, deleted files leave no marked rows, and blobs record who writes or deletes
 * their bytes. Jobs have notes, and their lists are read from indexes.
 */
export const deletion: Migration = {
  version: 2,
  async up(db) {
    for (const statement of statements) {
      await sql.raw(statement).execute(db);
    }
  },
};

const released = 'select file_key from files where deleted_at_ms is not null';

const statements = [
  'alter table jobs add column deleted_at_ms bigint',
  'alter table jobs add column notes text',
  'alter table blobs add column writers bigint not null default 0 check(writers >= 0)',
  'alter table blobs add column written_by_ms bigint not null default 0',
  'alter table blobs add column deleting_until_ms bigint',
  `delete from job_files where file_key in (${released})`,
  'delete from files where deleted_at_ms is not null',
  'alter table files drop column deleted_at_ms',
  'drop index jobs_of_account',
  'create index jobs_of_account on jobs(account_id, created_at_ms, id, deleted_at_ms)',
  // The columns of the condition are also part of the index: otherwise SQLite reads the row.
  `create index jobs_ended on jobs(account_id, status, created_at_ms, id, queue_state, deleted_at_ms)
    where queue_state = 'done' and deleted_at_ms is null`,
  'create index files_of_job on files(job_id) where job_id is not null',
  'create index files_by_age on files(role, created_at_ms)',
  'create index blobs_unused on blobs(hash) where refcount = 0 and writers = 0',
];
