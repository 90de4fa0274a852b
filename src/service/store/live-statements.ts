import type { Insertable, Updateable } from 'kysely';
import type { LiveFeature } from '../../contract/api/features.ts';
import type { Db, Tx } from './open.ts';
import type { JobRow, LiveSessionRow, LiveSessionsTable, LiveStatus } from './schema.ts';

/** Adds the live side of a job row that exists. */
export async function insertLiveSession(
  tx: Tx,
  row: Insertable<LiveSessionsTable>,
): Promise<LiveSessionRow> {
  return tx.insertInto('live_sessions').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A session with its job. */
export interface LivePair {
  readonly live: LiveSessionRow;
  readonly job: JobRow;
}

/** A session of an account, or of any when null. */
export async function findLivePair(
  db: Db,
  accountId: string | null,
  id: string,
): Promise<LivePair | null> {
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

/** Id of the session a token was given for. */
export async function findLiveIdByToken(db: Db, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('live_sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A session of the same account, feature and parameters that is still starting. */
export async function findStarting(
  db: Db,
  like: {
    readonly accountId: string;
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

/** Changes a session that is in one of the given states; null when it is not. */
export async function moveLive(
  db: Db,
  id: string,
  from: readonly LiveStatus[],
  change: Updateable<LiveSessionsTable>,
): Promise<LiveSessionRow | null> {
  const row = await db
    .updateTable('live_sessions')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
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
  id: string,
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
    .where('id', '=', id)
    .where('status', '=', 'streaming')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sessions that stream now. */
export async function countStreaming(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('live_sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'streaming')
    .executeTakeFirstOrThrow();
  return count;
}

/** Sessions to end: never connected in time, or streaming without a sign of life since `silentSinceMs`. */
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
export async function listTakenLive(db: Db): Promise<LiveSessionRow[]> {
  return db
    .selectFrom('live_sessions')
    .selectAll()
    .where('status', 'in', ['joined', 'streaming'])
    .execute();
}
