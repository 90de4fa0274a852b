import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A session that is starting is found again by the API key that asked for it, not by others of its account. */
export const liveKeys: Migration = {
  version: 12,
  async up(db) {
    await sql.raw('alter table live_sessions add column key_id text').execute(db);
  },
};
