import type { Db, Tx } from '../db.ts';
import { type Placeholders, prepareRow } from '../prepared.ts';

/** A request that carries an Idempotency-Key: a submit, or a step of a job that is there. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly jobId: string;
  readonly nowMs: number;
}

/** The request that used a key first. */
export interface EarlierRequest {
  readonly fingerprint: string;
  readonly jobId: string;
}

const insertKey = prepareRow((db, request: Placeholders<KeyedRequest>) =>
  db
    .insertInto('idempotency')
    .values({
      account_id: request.accountId,
      key: request.key,
      fingerprint: request.fingerprint,
      job_id: request.jobId,
      created_at_ms: request.nowMs,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('job_id'),
);

/**
 * Books the key for this request, or answers the earlier one. A concurrent duplicate waits here until
 * the first has committed or rolled back (SQLite: at BEGIN, PostgreSQL: at the unique index).
 */
export async function claimKey(tx: Tx, request: KeyedRequest): Promise<EarlierRequest | null> {
  return (await insertKey(tx, request)) === null ? findKey(tx, request) : null;
}

/** The request of an account that used a key first; null for a new key. */
export async function findKey(
  db: Db,
  { accountId, key }: Pick<KeyedRequest, 'accountId' | 'key'>,
): Promise<EarlierRequest | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'job_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : { fingerprint: row.fingerprint, jobId: row.job_id };
}
