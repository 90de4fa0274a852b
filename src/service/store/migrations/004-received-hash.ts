import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** An upload is found by what was sent, also where something behind its picture was cut off. */
export const receivedHash: Migration = {
  version: 4,
  async up(db) {
    await sql.raw('alter table files add column received_hash text').execute(db);
  },
};
