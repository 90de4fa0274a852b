import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The bytes of an account's uploads are summed from an index. */
export const uploadQuota: Migration = {
  version: 3,
  async up(db) {
    await sql
      .raw("create index uploads_of_account on files(account_id, size_bytes) where role = 'upload'")
      .execute(db);
  },
};
