import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Segments of a job are claimed one by one, by any free slot. Rendered segments of unfinished jobs are
 * discarded: they were made by another plan.
 */
export const parallelSegments: Migration = {
  version: 11,
  async up(db, engine) {
    if (engine === 'postgres') {
      // A segment that a node of the version before stores at this moment would be dropped, and its bytes stay counted.
      await sql.raw('lock table segments in access exclusive mode').execute(db);
    }
    for (const statement of [release, drop, table, leased, count]) {
      await sql.raw(statement).execute(db);
    }
  },
};

const release = `update blobs set refcount = refcount - (select count(*) from segments s where s.blob_hash = blobs.hash)
  where hash in (select blob_hash from segments)`;
const drop = 'drop table segments';
const table = `create table segments(
  job_id text not null references jobs(id), at bigint not null,
  account_id text not null references accounts(id),
  state text not null check(state in ('ready','leased','done')), run_after_ms bigint not null,
  lease_owner text, lease_until_ms bigint, fence bigint not null, attempt bigint not null,
  progress double precision not null, blob_hash text references blobs(hash), size_bytes bigint,
  facts text, state_after text, created_at_ms bigint not null,
  check((state = 'done') = (blob_hash is not null)),
  primary key(job_id, at))`;
const leased = `create index segments_leased on segments(account_id) where state = 'leased'`;
/** Number of a job's segments: null while unknown, 0 when it is rendered in one pass. */
const count = 'alter table jobs add column segments bigint';
