import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely';
import type { LiveFeature } from '../../../contract/api/features.ts';
import { needsRowLocks } from '../row-locks.ts';
import type { Db, Tx } from '../db.ts';
import type { JobRow, LiveSessionRow, LiveSessionsTable, LiveStatus, Schema } from '../schema.ts';

/** Any number that no other lock of the database has. */
const LIVE_COUNTS_LOCK = 0x67_6c_69_76;

/** Adds the live side of a job row that exists. */
export async function insertLiveSession(
  tx: Tx,
  row: Insertable<LiveSessionsTable>,
): Promise<LiveSessionRow> {
  return tx.insertInto('live_sessions').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A session with its job. */
export interface LiveSessionRows {
  readonly live: LiveSessionRow;
  readonly job: JobRow;
}

/** A session of an account, or of any when null. */
export async function findLiveSessionRows(
  db: Db,
  accountId: string | null,
  id: string,
): Promise<LiveSessionRows | null> {
  const live = await db
    .selectFrom('live_sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (live === undefined || (accountId !== null && live.account_id !== accountId)) {
    return null;
  }
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { live, job };
}

/** The session a token was given for. */
export async function findLiveByToken(db: Db, tokenHash: string): Promise<LiveSessionRow | null> {
  const row = await db
    .selectFrom('live_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
}

/** A session of the same account, key, feature and parameters that is still starting. */
export async function findStarting(
  db: Db,
  like: {
    readonly accountId: string;
    readonly keyId: string | null;
    readonly feature: LiveFeature;
    readonly parameters: string;
    readonly maxDurationSec: number;
    readonly nowMs: number;
  },
): Promise<string | null> {
  const row = await db
    .selectFrom('live_sessions')
    .select('id')
    .where('account_id', '=', like.accountId)
    .where('key_id', 'is not distinct from', like.keyId)
    .where('feature', '=', like.feature)
    .where('parameters', '=', like.parameters)
    .where('max_duration_sec', '=', like.maxDurationSec)
    .where('status', '=', 'created')
    .where('ready_at_ms', 'is', null)
    .where('expires_at_ms', '>', like.nowMs)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Match of a session by the permitted caller: the node that runs it, or any. */
export interface LiveMatch {
  readonly id: string;
  /** A session that another node runs does not match; one that no node runs does. */
  readonly holder: { readonly nodeId: string } | 'anybody';
  /** State as listed: a session that was taken again, seen or extended since does not match. */
  readonly listed?: Pick<LiveSessionRow, 'seen_at_ms' | 'expires_at_ms'> | undefined;
}

/** Changes a session that is in one of the given states; null when it is not. */
export async function moveLive(
  db: Db,
  match: LiveMatch,
  from: readonly LiveStatus[],
  change: Updateable<LiveSessionsTable>,
): Promise<LiveSessionRow | null> {
  const row = await db
    .updateTable('live_sessions')
    .set(change)
    .where('id', '=', match.id)
    .where('status', 'in', from)
    .where(isMatch(match))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

function isMatch({ holder, listed }: LiveMatch) {
  return (eb: ExpressionBuilder<Schema, 'live_sessions'>) =>
    eb.and([
      ...(holder === 'anybody'
        ? []
        : [eb.or([eb('node_id', '=', holder.nodeId), eb('node_id', 'is', null)])]),
      ...(listed === undefined
        ? []
        : [
            eb('seen_at_ms', 'is not distinct from', listed.seen_at_ms),
            eb('expires_at_ms', '=', listed.expires_at_ms),
          ]),
    ]);
}

/**
 * Reassigns a session that its node no longer runs, which may be the same node, without changing its state; null when
 * that node no longer has it. A stream counts as alive from now on.
 */
export async function adoptLive(
  db: Db,
  id: string,
  to: { readonly lostNodeId: string; readonly nodeId: string; readonly nowMs: number },
): Promise<LiveSessionRow | null> {
  const row = await db
    .updateTable('live_sessions')
    .set({ node_id: to.nodeId, seen_at_ms: to.nowMs })
    .where('id', '=', id)
    .where('node_id', '=', to.lostNodeId)
    .where('status', 'in', ['joined', 'streaming'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Marks the job of a session that begins to stream. */
export async function markLiveJobStreaming(tx: Tx, id: string, nowMs: number): Promise<boolean> {
  const result = await tx
    .updateTable('jobs')
    .set({ status: 'processing', started_at_ms: nowMs })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Stores how long a session has streamed, which never goes back, and that it lives. */
export async function updateStreamed(
  db: Db,
  match: LiveMatch,
  seen: { readonly streamedMs: number; readonly nowMs: number },
): Promise<boolean> {
  const result = await db
    .updateTable('live_sessions')
    .set((eb) => ({
      seen_at_ms: seen.nowMs,
      streamed_ms: eb
        .case()
        .when('streamed_ms', '<', seen.streamedMs)
        .then(seen.streamedMs)
        .else(eb.ref('streamed_ms'))
        .end(),
    }))
    .where('id', '=', match.id)
    .where('status', '=', 'streaming')
    .where(isMatch(match))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Serialises counting sessions until the transaction ends; SQLite has one writer at a time anyway. */
export async function lockLiveCounts(tx: Tx): Promise<void> {
  if (needsRowLocks(tx)) {
    await sql`select pg_advisory_xact_lock(${LIVE_COUNTS_LOCK})`.execute(tx);
  }
}

/** Sessions in one of the given states, of one account or of all for null. */
export async function countLive(
  db: Db,
  accountId: string | null,
  statuses: readonly LiveStatus[],
): Promise<number> {
  const all = db
    .selectFrom('live_sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', statuses);
  const { count } = await (
    accountId === null ? all : all.where('account_id', '=', accountId)
  ).executeTakeFirstOrThrow();
  return count;
}

/** Number of sessions by node and feature; pairs without sessions are absent. */
export async function countLiveByNode(
  db: Db,
): Promise<readonly (Pick<LiveSessionRow, 'node_id' | 'feature'> & { readonly count: number })[]> {
  return db
    .selectFrom('live_sessions')
    .select(['node_id', 'feature', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', 'in', ['joined', 'streaming'])
    .groupBy(['node_id', 'feature'])
    .execute();
}

/** Lists sessions to end: never connected in time, or streaming without a report since `silentSinceMs`. */
export async function listOverdueLive(
  db: Db,
  at: { readonly nowMs: number; readonly silentSinceMs: number },
): Promise<LiveSessionRow[]> {
  return db
    .selectFrom('live_sessions')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('status', 'in', ['created', 'joined']), eb('expires_at_ms', '<', at.nowMs)]),
        eb.and([eb('status', '=', 'streaming'), eb('seen_at_ms', '<', at.silentSinceMs)]),
      ]),
    )
    .limit(200)
    .execute();
}

/** Sessions that some process has taken, whether it is still there or not. */
export async function listClaimedLive(db: Db): Promise<LiveSessionRow[]> {
  return db
    .selectFrom('live_sessions')
    .selectAll()
    .where('status', 'in', ['joined', 'streaming'])
    .execute();
}

/** Removes the customer's texts from the session of a deleted job. */
export async function scrubLiveSession(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('live_sessions').set({ parameters: '{}' }).where('id', '=', id).execute();
}
