import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Uploads that clients send to the bucket themselves. */
export const directUploads: Migration = {
  version: 10,
  async up(db) {
    await sql.raw(table).execute(db);
    await sql.raw('create index direct_uploads_account on direct_uploads(account_id)').execute(db);
  },
};

const table = `create table direct_uploads(
  id text primary key, account_id text not null references accounts(id),
  parts_id text not null, size_bytes bigint not null, file_key text,
  created_at_ms bigint not null, expires_at_ms bigint not null)`;
