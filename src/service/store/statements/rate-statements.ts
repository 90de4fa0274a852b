import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Tokens that are asked of a bucket which refills to `perMinute` within a minute. */
export interface TokenRequest {
  readonly bucket: string;
  readonly perMinute: number;
  /** Tokens to take, at most `perMinute`. */
  readonly count: number;
  readonly nowMs: number;
}

/** Number of granted tokens, and the time at which the bucket is full again. */
export interface GrantedTokens {
  readonly granted: number;
  readonly fullAtMs: number;
}

const MINUTE_MS = 60_000;

/**
 * Takes tokens out of a bucket that all services on one PostgreSQL share, as many as there are (generic cell rate
 * algorithm): one statement on one row of a table without a log.
 */
export async function consumeTokens(
  db: Db,
  { bucket, perMinute, count, nowMs }: TokenRequest,
): Promise<GrantedTokens> {
  const intervalMs = MINUTE_MS / perMinute;
  const fromMs = sql`greatest(b.full_at_ms, ${nowMs}::double precision)`;
  const granted = sql`greatest(0, least(${count}::bigint,
    floor((${nowMs + MINUTE_MS} - ${fromMs}) / ${intervalMs} + 1e-6)::bigint))`;
  const { rows } = await sql<{ readonly granted: number; readonly full_at_ms: number }>`
    insert into rate_buckets as b(bucket, full_at_ms, granted)
    values (${bucket}, ${nowMs + intervalMs * count}, ${count})
    on conflict (bucket) do update
    set granted = ${granted}, full_at_ms = ${fromMs} + ${intervalMs} * ${granted}
    returning granted, full_at_ms`.execute(db);
  const [row] = rows;
  return { granted: row?.granted ?? 0, fullAtMs: row?.full_at_ms ?? nowMs + MINUTE_MS };
}

/** Removes buckets that are full: a bucket that is not there is full. */
export async function deleteFullBuckets(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('rate_buckets').where('full_at_ms', '<', nowMs).execute();
}
