import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Stores hints of a job beside its request, such as the words of a recording. */
export const jobHints: Migration = {
  version: 6,
  async up(db) {
    await sql.raw('alter table jobs add column hints text').execute(db);
  },
};
