import type { Selectable } from 'kysely';
import { AppError } from '../../base/errors.ts';
import type { Db } from '../store/db.ts';
import type { WebhookAttemptsTable } from '../store/schema.ts';

/** A delivery as the log shows it. */
export interface DeliverySummary {
  readonly id: string;
  readonly jobId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'given_up';
  readonly attempts: number;
  /** Due time of the next attempt; null when there is none. */
  readonly nextAtMs: number | null;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

/** One attempt in the log. */
export type LoggedAttempt = Omit<Selectable<WebhookAttemptsTable>, 'id' | 'delivery_id'>;

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

/** The attempts of one delivery of an account, oldest first. Throws `not_found` when it has no such delivery. */
export async function listAttempts(
  db: Db,
  target: { readonly accountId: string; readonly deliveryId: string },
): Promise<LoggedAttempt[]> {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', target.deliveryId)
    .where('account_id', '=', target.accountId)
    .executeTakeFirst();
  if (delivery === undefined) {
    throw new AppError('not_found', 'There is no such delivery.');
  }
  return db
    .selectFrom('webhook_attempts')
    .select(['attempt', 'at_ms', 'duration_ms', 'http_status', 'problem'])
    .where('delivery_id', '=', delivery.id)
    .orderBy('id')
    .execute();
}

/**
 * Makes a delivery of an account due now, whatever its state; its bytes stay the same. An attempt that is under way
 * loses its lease, so it cannot write its outcome over this. One attempt is made; if
 * it fails, the automatic ones continue up to the limit of twelve. False when the account has no such delivery.
 */
export async function resendDelivery(
  db: Db,
  target: { readonly accountId: string; readonly deliveryId: string; readonly nowMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({
      state: 'pending',
      next_at_ms: target.nowMs,
      lease_until_ms: null,
      finished_at_ms: null,
    })
    .where('id', '=', target.deliveryId)
    .where('account_id', '=', target.accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
