import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Each live session belongs to one node, so that others find it and continue it when that node dies. */
export const liveNodes: Migration = {
  version: 8,
  async up(db, engine) {
    for (const statement of [owner, ...(engine === 'postgres' ? [slots] : [])]) {
      await sql.raw(statement).execute(db);
    }
  },
};

const owner = 'alter table live_sessions add column node_id text';
const slots = 'alter table nodes add column live_slots bigint not null default 0';
