import { type Expression, sql, type SqlBool } from 'kysely';
import type { JobFeature } from '../../../contract/api/features.ts';
import { rateTiers } from '../../../contract/api/limits.ts';
import type { JobStage } from '../../../contract/api/resources/job.ts';
import type { Store } from '../open.ts';
import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow } from '../prepared.ts';
import type { JobRow, SegmentRow } from '../schema.ts';
import { clampSegmentDueTimes, countLeasedSegments, leaseSegment } from './segment-claims.ts';

/** Claimer, length of the lease, and supported features. */
export interface Claim {
  readonly owner: string;
  readonly leaseMs: number;
  readonly features: readonly JobFeature[];
  readonly nowMs: number;
}

/** Looks at the queue; more than one only when others claim for the same account at the same moment. */
const MAX_ATTEMPTS = 3;

interface Leasing {
  readonly id: string;
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

/** Keeps the progress of a job whose segments wait to be joined; all others start over. */
function toSkinLimitProgress() {
  return sql<number>`case when segments > 0 then progress else 0 end`;
}

const leaseJob = prepareRow((db, leasing: Placeholders<Leasing>) =>
  db
    .updateTable('jobs')
    .set((eb) => ({
      status: 'processing',
      queue_state: 'leased',
      lease_owner: leasing.owner,
      lease_until_ms: leasing.leaseUntilMs,
      fence: eb('fence', '+', 1),
      attempt: eb('attempt', '+', 1),
      progress: toSkinLimitProgress(),
      started_at_ms: eb.fn.coalesce('started_at_ms', leasing.nowMs),
    }))
    .where('id', '=', leasing.id)
    .where('queue_state', '=', 'ready')
    .returningAll(),
);

/** Leased job, or one segment of it, whose fence and attempts then apply. */
export interface ClaimedRows {
  readonly job: JobRow;
  readonly segment: SegmentRow | null;
}

/**
 * Leases the next job, or segment of one, that may run: the oldest of an account with nothing running, else the
 * oldest of the account that has the least running and a free slot of its tier. So accounts take turns, however
 * many jobs one of them queued first. Null when there is none. The lock order on PostgreSQL is job, then
 * account, as everywhere.
 */
export async function claimJobRow(store: Store, tx: Tx, claim: Claim): Promise<ClaimedRows | null> {
  const { owner, leaseMs, nowMs } = claim;
  const found = await findClaimable(store, tx, claim);
  if (found === null) {
    return null;
  }
  const { id, segments } = found;
  const leaseUntilMs = nowMs + leaseMs;
  const ofSegment =
    (segments ?? 0) > 0 ? await leaseSegment(tx, id, { owner, nowMs, leaseUntilMs }) : null;
  if (ofSegment !== null) {
    return ofSegment;
  }
  const job = await leaseJob(tx, { id, owner, nowMs, leaseUntilMs });
  return job === null ? null : { job, segment: null };
}

type ReadyAt = Placeholders<{ readonly nowMs: number }>;

/** Jobs that may be claimed, oldest first. The state is a literal, so that the index on waiting jobs can serve it. */
function selectReady(db: Db, at: ReadyAt, features: readonly JobFeature[]) {
  return db
    .selectFrom('jobs as j')
    .where('j.queue_state', '=', sql.lit('ready'))
    .where('j.run_after_ms', '<=', at.nowMs)
    .where('j.feature', 'in', features)
    .orderBy('j.run_after_ms')
    .orderBy('j.id')
    .limit(1);
}

/**
 * Selects the account with the least running, and among equals the one that waits longest, that has a free slot
 * and a job for it.
 */
function selectLeastBusy(db: Db, at: ReadyAt, features: readonly JobFeature[]) {
  const busy = db
    .selectFrom(selectBusyJobs(db).unionAll(selectBusySegments(db)).as('l'))
    .select('l.account_id')
    .select((eb) => eb.fn.countAll<number>().as('running'))
    .groupBy('l.account_id');
  return db
    .selectFrom(busy.as('b'))
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .innerJoin('jobs as n', (join) =>
      join.on((eb) =>
        eb(
          'n.id',
          '=',
          selectReady(db, at, features)
            .where('j.account_id', '=', sql.ref<string>('b.account_id'))
            .select('j.id'),
        ),
      ),
    )
    .select('b.account_id')
    .where((eb) => eb('b.running', '<', toTierSlots()))
    .orderBy('b.running')
    .orderBy('n.run_after_ms')
    .orderBy('n.id')
    .limit(1);
}

/** The slots of the tier of the account `a`. */
function toTierSlots(): Expression<number> {
  const slots = Object.entries(rateTiers).map(
    ([tier, { processingJobs }]) => sql`when ${sql.lit(tier)} then ${sql.lit(processingJobs)}`,
  );
  return sql<number>`case a.tier ${sql.join(slots, sql` `)} end`;
}

/** Accounts with a running job, and those with a running segment, which counts as much; once for each. */
function selectBusyJobs(db: Db) {
  return db
    .selectFrom('jobs as l')
    .select('l.account_id')
    .where('l.queue_state', '=', sql.lit('leased'));
}

function selectBusySegments(db: Db) {
  return db
    .selectFrom('segments as s')
    .select('s.account_id')
    .where('s.state', '=', sql.lit('leased'));
}

/** Comes after every id of an account, in any order of letters. */
const AFTER_IDS = sql.lit('z');

/**
 * Prepares a search for an account that has a waiting job and none that runs. It searches the index on waiting jobs
 * between the busy accounts, where there usually is nothing: one lookup per busy account, however many jobs wait, and
 * with any plan, because PostgreSQL knows little of a queue that has just grown.
 */
function prepareIdle(features: readonly JobFeature[]) {
  return prepareRow((db, at: ReadyAt) => {
    const bounds = db
      .selectNoFrom(sql<string>`cast('' as text)`.as('account_id'))
      .union(selectBusyJobs(db))
      .union(selectBusySegments(db));
    const gaps = db
      .selectFrom(bounds.as('e'))
      .select('e.account_id as low')
      .select(
        sql<string>`lead(e.account_id, 1, ${AFTER_IDS}) over (order by e.account_id)`.as('high'),
      );
    const between = selectReady(db, at, features)
      .clearOrderBy()
      .where('j.account_id', '>', sql.ref<string>('g.low'))
      .where('j.account_id', '<', sql.ref<string>('g.high'))
      .select('j.id');
    // A value, because an `exists` would be joined, which reads all waiting rows.
    return db.selectFrom(gaps.as('g')).select('g.low').where(between, 'is not', null).limit(1);
  });
}

/** Statements by engine and features: a service has as many sets of features as it has kinds of workers. */
const candidates = new Map<string, Candidates>();

interface Candidates {
  readonly idle: ReturnType<typeof prepareIdle>;
  readonly oldest: ReturnType<typeof prepareCandidate>;
  readonly leastBusy: ReturnType<typeof prepareCandidate>;
}

/** Selects the claimable jobs of some accounts: those without a running job, else the least busy one. */
function prepareCandidate(
  engine: Store['engine'],
  features: readonly JobFeature[],
  whose: 'idle' | 'least busy',
) {
  return prepareRow((db, at: ReadyAt) => {
    const ready = selectReady(db, at, features).select(['j.id', 'j.account_id', 'j.segments']);
    // Not `not exists`: as a set for lookups, the oldest job is found without reading all waiting rows.
    const oldest =
      whose === 'idle'
        ? ready
            .where('j.account_id', 'not in', selectBusyJobs(db))
            .where('j.account_id', 'not in', selectBusySegments(db))
        : ready.where('j.account_id', '=', selectLeastBusy(db, at, features));
    return engine === 'postgres' ? oldest.forUpdate('j').skipLocked() : oldest;
  });
}

function prepareCandidates({ engine }: Store, features: readonly JobFeature[]): Candidates {
  const key = `${engine} ${features.join(' ')}`;
  const known = candidates.get(key) ?? {
    idle: prepareIdle(features),
    oldest: prepareCandidate(engine, features, 'idle'),
    leastBusy: prepareCandidate(engine, features, 'least busy'),
  };
  candidates.set(key, known);
  return known;
}

async function findClaimable(
  store: Store,
  tx: Tx,
  { features, nowMs }: Claim,
): Promise<Pick<JobRow, 'id' | 'segments'> | null> {
  if (features.length === 0) {
    return null;
  }
  const ranked = prepareCandidates(store, features);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    // Without an idle account, its oldest job would be searched among all waiting rows.
    const idle = await ranked.idle(tx, { nowMs });
    const found =
      (idle === null ? null : await ranked.oldest(tx, { nowMs })) ??
      (await ranked.leastBusy(tx, { nowMs }));
    if (found === null) {
      return null;
    }
    if (await hasSlot(store, tx, found)) {
      return found;
    }
  }
  return null;
}

function hasFreeSlot(): Expression<SqlBool> {
  return sql<SqlBool>`(select count(*) from jobs b where b.account_id = j.account_id and b.queue_state = 'leased')
    + (select count(*) from segments s where s.account_id = j.account_id and s.state = 'leased') < ${toTierSlots()}`;
}

/** On PostgreSQL others may claim for the same account concurrently: counts again under the account's lock. */
async function hasSlot(
  store: Store,
  tx: Tx,
  job: { readonly id: string; readonly account_id: string },
): Promise<boolean> {
  if (store.engine === 'sqlite') {
    return true;
  }
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', job.account_id)
    .forNoKeyUpdate()
    .execute();
  const still = await tx
    .selectFrom('jobs as j')
    .innerJoin('accounts as a', 'a.id', 'j.account_id')
    .select('j.id')
    .where('j.id', '=', job.id)
    .where(hasFreeSlot())
    .executeTakeFirst();
  return still !== undefined;
}

/** Extends an owner's leases on the given jobs; answers those it still holds. */
export async function extendLeases(
  db: Db,
  leases: {
    readonly owner: string;
    readonly jobIds: readonly string[];
    readonly leaseUntilMs: number;
  },
): Promise<{ readonly id: string; readonly fence: number }[]> {
  return db
    .updateTable('jobs')
    .set({ lease_until_ms: leases.leaseUntilMs })
    .where('id', 'in', leases.jobIds)
    .where('lease_owner', '=', leases.owner)
    .where('queue_state', '=', 'leased')
    .returning(['id', 'fence'])
    .execute();
}

/** Names one claim. */
export interface Lease {
  readonly jobId: string;
  readonly fence: number;
}

/** Stores progress of a running claim; whether it is still the current one. */
export async function updateProgress(db: Db, lease: Lease, progress: number): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ progress })
    .where('id', '=', lease.jobId)
    .where('fence', '=', lease.fence)
    .where('queue_state', '=', 'leased')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Parks a job after an intermediate stage; null when the claim was lost. */
export async function parkJobRow(
  tx: Tx,
  lease: Lease,
  to: { readonly stage: JobStage; readonly previewKey: string; readonly giveUpAtMs: number },
): Promise<JobRow | null> {
  const row = await tx
    .updateTable('jobs')
    .set({
      stage: to.stage,
      preview_key: to.previewKey,
      queue_state: 'parked',
      lease_owner: null,
      lease_until_ms: null,
      progress: 1,
      run_after_ms: to.giveUpAtMs,
    })
    .where('id', '=', lease.jobId)
    .where('fence', '=', lease.fence)
    .where('queue_state', '=', 'leased')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a claim to the queue, to run at `runAfterMs`; returns whether it was current. */
export async function requeueJobRow(
  db: Db,
  lease: Lease,
  retry: { readonly runAfterMs: number; readonly countsAsAttempt: boolean },
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set((eb) => ({
      queue_state: 'ready',
      lease_owner: null,
      lease_until_ms: null,
      run_after_ms: retry.runAfterMs,
      attempt: retry.countsAsAttempt ? eb.ref('attempt') : eb('attempt', '-', 1),
      progress: toSkinLimitProgress(),
    }))
    .where('id', '=', lease.jobId)
    .where('fence', '=', lease.fence)
    .where('queue_state', '=', 'leased')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

const nextReady = prepareRow((db, at: Placeholders<{ readonly nowMs: number }>) =>
  db
    .selectFrom('jobs')
    .select('run_after_ms')
    .where('queue_state', '=', 'ready')
    .where('run_after_ms', '>', at.nowMs)
    .orderBy('run_after_ms')
    .limit(1),
);

/** Next due time of a waiting job, such as a retry; null when there is none. */
export async function findNextReadyMs(db: Db, nowMs: number): Promise<number | null> {
  return (await nextReady(db, { nowMs }))?.run_after_ms ?? null;
}

/** Makes waiting jobs and segments due that would be due after `latestMs`; how many jobs. */
export async function clampReadyTimes(
  db: Db,
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
): Promise<number> {
  const bySegments = await clampSegmentDueTimes(db, { nowMs, latestMs });
  const result = await db
    .updateTable('jobs')
    .set({ run_after_ms: nowMs })
    .where('queue_state', '=', 'ready')
    .where('run_after_ms', '>', latestMs)
    .executeTakeFirst();
  return bySegments + Number(result.numUpdatedRows);
}

/** Lists expired claims. With a sole owner, the only one that can be alive, all claims of others. */
export async function listLostLeases(
  db: Db,
  nowMs: number,
  soleOwner: string | null,
): Promise<{ readonly id: string; readonly fence: number; readonly attempt: number }[]> {
  return db
    .selectFrom('jobs')
    .select(['id', 'fence', 'attempt'])
    .where('queue_state', '=', 'leased')
    .where((where) =>
      where.or([
        where('lease_until_ms', '<', nowMs),
        ...(soleOwner === null ? [] : [where('lease_owner', '!=', soleOwner)]),
      ]),
    )
    .limit(200)
    .execute();
}

/** Parked jobs whose customer did not come back in time. */
export async function listOverdueParked(db: Db, nowMs: number): Promise<{ readonly id: string }[]> {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('queue_state', '=', 'parked')
    .where('kind', '=', 'render')
    .where('run_after_ms', '<', nowMs)
    .limit(200)
    .execute();
}

const countAll = prepareRow((db) => buildCount(db));

const countOfAccount = prepareRow((db, of: Placeholders<{ readonly accountId: string }>) =>
  buildCount(db).where('account_id', '=', of.accountId),
);

function buildCount(db: Db) {
  return db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('queue_state', '=', sql.lit('ready'));
}

/** Jobs that wait in the queue, which the policy keeps short; of one account, or of all when null. */
export async function countReady(db: Db, accountId: string | null): Promise<number> {
  const row = await (accountId === null ? countAll(db, {}) : countOfAccount(db, { accountId }));
  return row?.count ?? 0;
}

/** Jobs of an account that some service works on, segments counted each. */
export async function countLeased(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('queue_state', '=', 'leased')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count + (await countLeasedSegments(db, accountId));
}
