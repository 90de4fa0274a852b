/**
 * The outbox in the database. A delivery is `pending` until a 2xx (`delivered`) or the last attempt
 * (`given_up`); a resend makes it `pending` again:
 *
 *   pending ──2xx──▶ delivered ─┐
 *      │ ▲                      │ resend
 *      │ └──────────────────────┤
 *      └──attempt 12 failed──▶ given_up
 *
 * A sender owns a delivery by its lease: `lease_until_ms` is both the end of the lease and the token
 * that `finishAttempt` has to name, so a sender that was too slow cannot write over its successor.
 */
import type { Selectable } from 'kysely';
import { createId } from '../../base/ids.ts';
import type { Db, Tx } from '../store/db.ts';
import { type Placeholders, prepareRows } from '../store/prepared.ts';
import type { WebhookAttemptsTable } from '../store/schema.ts';
import type { DeliverySlots } from './delivery-slots.ts';
import type { DeliveryContent } from './payload.ts';

/** A delivery that this process owns until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly body: Uint8Array;
  /** Number of the attempt to make now, from 1. */
  readonly attemptNo: number;
  readonly leaseUntilMs: number;
}

/** A delivery as the log shows it. */
export interface DeliverySummary {
  readonly id: string;
  readonly jobId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'given_up';
  readonly attempts: number;
  /** When the next attempt is due; null when none is. */
  readonly nextAtMs: number | null;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

/** One attempt as the log shows it. */
export type LoggedAttempt = Omit<Selectable<WebhookAttemptsTable>, 'id' | 'delivery_id'>;

/** Due deliveries are read page by page while slots are free. */
const scanPage = 200;
const scanPages = 20;
/** An account of which so many are passed over has its turn in the next round. */
const passLimit = 100;

/** A delivery that is not queued yet. */
interface NewDelivery {
  readonly jobId: string;
  readonly accountId: string;
  readonly url: string;
  readonly content: DeliveryContent;
  readonly nowMs: number;
}

const insertDelivery = prepareRows(
  (db, added: Placeholders<Omit<NewDelivery, 'content'> & DeliveryContent & { id: string }>) =>
    db
      .insertInto('webhook_deliveries')
      .values({
        id: added.id,
        job_id: added.jobId,
        account_id: added.accountId,
        url: added.url,
        body: added.body,
        state: 'pending',
        attempt: 0,
        next_at_ms: added.nowMs,
        lease_until_ms: null,
        created_at_ms: added.nowMs,
        finished_at_ms: null,
      })
      .onConflict((conflict) => conflict.column('job_id').doNothing()),
);

/**
 * Queues a delivery in the transaction that finishes the job; it is due at once. A job has one
 * delivery: a second call for the same job changes nothing.
 */
export async function enqueueDelivery(tx: Tx, delivery: NewDelivery): Promise<void> {
  const { jobId, accountId, url, content, nowMs } = delivery;
  const id = createId();
  await insertDelivery(tx, { id, jobId, accountId, url, nowMs, body: content.body });
}

/**
 * Claims due deliveries as long as `slots` has some free; each claimed one occupies its slot. What
 * finds none stays for the next round. An account that has used its share, or most of whose receivers
 * are busy, is left out of the following pages, so its backlog does not hide what is due for others.
 */
export async function claimDue(
  db: Db,
  options: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly slots: DeliverySlots;
  },
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  try {
    await claimInto(claimed, db, options);
  } catch (error) {
    // Their leases end by themselves; their slots would not.
    claimed.forEach((delivery) => options.slots.release(delivery));
    throw error;
  }
  return claimed;
}

async function claimInto(
  claimed: ClaimedDelivery[],
  db: Db,
  { nowMs, leaseMs, slots }: Parameters<typeof claimDue>[1],
): Promise<void> {
  const passed = new Map<string, number>();
  let last: { readonly nextAtMs: number; readonly id: string } | null = null;
  for (let page = 0; page < scanPages && slots.free > 0; page += 1) {
    const busy = [...passed].filter(([, count]) => count >= passLimit).map(([id]) => id);
    const due = await readDue(db, { nowMs, last, without: [...slots.fullAccounts(), ...busy] });
    for (const candidate of due) {
      if (slots.acquire(candidate)) {
        const leased = await lease(db, { id: candidate.id, nowMs, leaseUntilMs: nowMs + leaseMs });
        if (leased === null) {
          slots.release(candidate);
        } else {
          claimed.push(leased);
        }
      } else {
        passed.set(candidate.accountId, (passed.get(candidate.accountId) ?? 0) + 1);
      }
    }
    last = due.at(-1) ?? null;
    if (due.length < scanPage) {
      return;
    }
  }
}

/** A page of due deliveries, the longest due first, behind the one that was read last. */
async function readDue(
  db: Db,
  {
    nowMs,
    last,
    without,
  }: {
    readonly nowMs: number;
    readonly last: { readonly nextAtMs: number; readonly id: string } | null;
    readonly without: readonly string[];
  },
) {
  let query = dueDeliveries(db, nowMs)
    .select(['id', 'url', 'account_id as accountId', 'next_at_ms as nextAtMs'])
    .orderBy('next_at_ms')
    .orderBy('id')
    .limit(scanPage);
  if (without.length > 0) {
    query = query.where('account_id', 'not in', without);
  }
  if (last !== null) {
    const { nextAtMs, id } = last;
    query = query.where((where) =>
      where.or([
        where('next_at_ms', '>', nextAtMs),
        where.and([where('next_at_ms', '=', nextAtMs), where('id', '>', id)]),
      ]),
    );
  }
  return query.execute();
}

/**
 * Makes deliveries due that wait for a time which is further away than any wait, and frees those whose lease is longer
 * than any: the clock was set back since. A first attempt waits for nothing.
 */
export async function bringDeliveriesForward(
  db: Db,
  at: { readonly nowMs: number; readonly leaseMs: number; readonly longestWaitMs: number },
): Promise<void> {
  const { nowMs, leaseMs, longestWaitMs } = at;
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at_ms: nowMs })
    .where('state', '=', 'pending')
    .where((where) =>
      where.or([
        where('next_at_ms', '>', nowMs + longestWaitMs),
        where.and([where('next_at_ms', '>', nowMs), where('attempt', '=', 0)]),
      ]),
    )
    .execute();
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_until_ms: null })
    .where('state', '=', 'pending')
    .where('lease_until_ms', '>', nowMs + leaseMs)
    .execute();
}

/** When the earliest pending delivery that nobody owns is due; null when there is none. */
export async function findNextDueMs(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('next_at_ms')
    .where('state', '=', 'pending')
    .orderBy('next_at_ms')
    .limit(1)
    .executeTakeFirst();
  return row?.next_at_ms ?? null;
}

/**
 * Writes what came of an attempt: a line in the log and the next state. `nextAtMs` null after a
 * failure means that there is no further attempt. False when the lease was lost; nothing is written then.
 */
export async function finishAttempt(
  db: Db,
  claimed: ClaimedDelivery,
  outcome: {
    readonly isDelivered: boolean;
    readonly status: number | null;
    readonly problem: string | null;
    readonly durationMs: number;
    readonly nowMs: number;
    readonly nextAtMs: number | null;
  },
): Promise<boolean> {
  const state = toStateAfter(outcome);
  return db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('webhook_deliveries')
      .set({
        state,
        attempt: claimed.attemptNo,
        next_at_ms: outcome.nextAtMs ?? outcome.nowMs,
        lease_until_ms: null,
        finished_at_ms: state === 'pending' ? null : outcome.nowMs,
      })
      .where('id', '=', claimed.id)
      .where('state', '=', 'pending')
      .where('lease_until_ms', '=', claimed.leaseUntilMs)
      .returning('id')
      .executeTakeFirst();
    if (updated === undefined) {
      return false;
    }
    await trx
      .insertInto('webhook_attempts')
      .values({
        delivery_id: claimed.id,
        attempt: claimed.attemptNo,
        at_ms: outcome.nowMs,
        duration_ms: outcome.durationMs,
        http_status: outcome.status,
        problem: outcome.problem,
      })
      .execute();
    return true;
  });
}

/** Gives a delivery back untried, such as when the service stops during an attempt. */
export async function releaseDelivery(db: Db, claimed: ClaimedDelivery): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_until_ms: null })
    .where('id', '=', claimed.id)
    .where('lease_until_ms', '=', claimed.leaseUntilMs)
    .execute();
}

/**
 * Makes a delivery of an account due now, whatever its state; its bytes stay the same. One attempt is
 * made; if that fails, the automatic ones go on as far as the twelve allow. False when there is no
 * such delivery of that account.
 */
export async function resendDelivery(
  db: Db,
  target: { readonly accountId: string; readonly deliveryId: string; readonly nowMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', next_at_ms: target.nowMs, finished_at_ms: null })
    .where('id', '=', target.deliveryId)
    .where('account_id', '=', target.accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the delivery of a job and its log, sent or not. */
export async function deleteDeliveries(tx: Tx, jobId: string): Promise<void> {
  const ofJob = tx.selectFrom('webhook_deliveries').select('id').where('job_id', '=', jobId);
  await tx.deleteFrom('webhook_attempts').where('delivery_id', 'in', ofJob).execute();
  await tx.deleteFrom('webhook_deliveries').where('job_id', '=', jobId).execute();
}

/** The newest deliveries of an account, newest first. */
export async function listDeliveries(
  db: Db,
  accountId: string,
  limit: number,
): Promise<DeliverySummary[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'job_id', 'url', 'state', 'attempt', 'next_at_ms'])
    .select(['created_at_ms', 'finished_at_ms'])
    .where('account_id', '=', accountId)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    jobId: row.job_id,
    url: row.url,
    state: row.state,
    attempts: row.attempt,
    nextAtMs: row.state === 'pending' ? row.next_at_ms : null,
    createdAtMs: row.created_at_ms,
    finishedAtMs: row.finished_at_ms,
  }));
}

/** The attempts of one delivery of an account, oldest first; empty for a foreign one. */
export async function listAttempts(
  db: Db,
  target: { readonly accountId: string; readonly deliveryId: string },
): Promise<LoggedAttempt[]> {
  return db
    .selectFrom('webhook_attempts')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.id', 'webhook_attempts.delivery_id')
    .select(['webhook_attempts.attempt', 'at_ms', 'duration_ms', 'http_status', 'problem'])
    .where('delivery_id', '=', target.deliveryId)
    .where('account_id', '=', target.accountId)
    .orderBy('webhook_attempts.id')
    .execute();
}

function toStateAfter(outcome: {
  readonly isDelivered: boolean;
  readonly nextAtMs: number | null;
}): 'pending' | 'delivered' | 'given_up' {
  if (outcome.isDelivered) {
    return 'delivered';
  }
  return outcome.nextAtMs === null ? 'given_up' : 'pending';
}

function dueDeliveries(db: Db, nowMs: number) {
  return db
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'pending')
    .where('next_at_ms', '<=', nowMs)
    .where((where) =>
      where.or([where('lease_until_ms', 'is', null), where('lease_until_ms', '<=', nowMs)]),
    );
}

/** Null when somebody else was quicker. */
async function lease(
  db: Db,
  wanted: { readonly id: string; readonly nowMs: number; readonly leaseUntilMs: number },
): Promise<ClaimedDelivery | null> {
  const { id, nowMs, leaseUntilMs } = wanted;
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ lease_until_ms: leaseUntilMs })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where((where) =>
      where.or([where('lease_until_ms', 'is', null), where('lease_until_ms', '<=', nowMs)]),
    )
    .returning(['account_id', 'url', 'body', 'attempt'])
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { account_id: accountId, url, body, attempt } = row;
  return { id, accountId, url, body, attemptNo: attempt + 1, leaseUntilMs };
}
