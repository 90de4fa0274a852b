import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Stores the rendered segments of an unfinished job, so that another worker can continue. */
export const segments: Migration = {
  version: 9,
  async up(db) {
    await sql.raw(table).execute(db);
  },
};

const table = `create table segments(
  job_id text not null references jobs(id), at bigint not null,
  blob_hash text not null references blobs(hash), size_bytes bigint not null,
  facts text not null, state text, created_at_ms bigint not null,
  primary key(job_id, at))`;
