import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Stores the hash of an upload as sent, also when data after its image was cut off. */
export const receivedHash: Migration = {
  version: 4,
  async up(db) {
    await sql.raw('alter table files add column received_hash text').execute(db);
  },
};
