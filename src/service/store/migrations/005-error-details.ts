import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Stores the fault of a failed job and its input, so that clients need not parse its sentence. */
export const errorDetails: Migration = {
  version: 5,
  async up(db) {
    await sql.raw('alter table jobs add column error_details text').execute(db);
  },
};
