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
import { createId } from '../../base/ids.ts';
import type { Db, Tx } from '../store/db.ts';
import { type Placeholders, prepareRows } from '../store/prepared.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import type { DeliveryContent } from './payload.ts';

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
 * Makes deliveries due that wait for a time which is further away than any wait, and frees those whose lease is longer
 * than any: the clock was set back since. A first attempt waits for nothing.
 */
export async function clampDeliveryDueTimes(
  db: Db,
  at: { readonly nowMs: number; readonly leaseMs: number; readonly longestWaitMs: number },
): Promise<void> {
  const { nowMs, leaseMs, longestWaitMs } = at;
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at_ms: nowMs })
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('next_at_ms', '>', nowMs + longestWaitMs),
        eb.and([eb('next_at_ms', '>', nowMs), eb('attempt', '=', 0)]),
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

/** Due time of the earliest pending delivery, also of one that is being sent; null when there is none. */
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
 * Writes the outcome of an attempt: a line in the log and the next state. `nextAtMs` null after a failure means
 * that there is no further attempt. Returns false without writing when the lease was lost.
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

/** Returns a delivery without counting an attempt, for example when the service stops during one. */
export async function releaseDelivery(db: Db, claimed: ClaimedDelivery): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_until_ms: null })
    .where('id', '=', claimed.id)
    .where('lease_until_ms', '=', claimed.leaseUntilMs)
    .execute();
}

/** Removes the delivery of a job and its log, sent or not. */
export async function deleteDeliveries(tx: Tx, jobId: string): Promise<void> {
  const ofJob = tx.selectFrom('webhook_deliveries').select('id').where('job_id', '=', jobId);
  await tx.deleteFrom('webhook_attempts').where('delivery_id', 'in', ofJob).execute();
  await tx.deleteFrom('webhook_deliveries').where('job_id', '=', jobId).execute();
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
