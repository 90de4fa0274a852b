import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A failed job says what was wrong with which input, so that clients need not read its sentence. */
export const errorDetails: Migration = {
  version: 5,
  async up(db) {
    await sql.raw('alter table jobs add column error_details text').execute(db);
  },
};
