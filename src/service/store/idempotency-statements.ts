import type { Db, Tx } from './open.ts';
import { type Placeholders, prepareRow } from './prepared.ts';

/** A submit that carries an Idempotency-Key. */
export interface KeyedSubmit {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly jobId: string;
  readonly nowMs: number;
}

/** The submit that used a key first. */
export interface EarlierSubmit {
  readonly fingerprint: string;
  readonly jobId: string;
}

const insertKey = prepareRow((db, submit: Placeholders<KeyedSubmit>) =>
  db
    .insertInto('idempotency')
    .values({
      account_id: submit.accountId,
      key: submit.key,
      fingerprint: submit.fingerprint,
      job_id: submit.jobId,
      created_at_ms: submit.nowMs,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('job_id'),
);

/**
 * Books the key for this submit, or answers the earlier one. A concurrent duplicate waits here until
 * the first has committed or rolled back (SQLite: at BEGIN, PostgreSQL: at the unique index).
 */
export async function bookKey(tx: Tx, submit: KeyedSubmit): Promise<EarlierSubmit | null> {
  return (await insertKey(tx, submit)) === null ? readEarlier(tx, submit) : null;
}

async function readEarlier(db: Db, submit: KeyedSubmit): Promise<EarlierSubmit> {
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'job_id'])
    .where('account_id', '=', submit.accountId)
    .where('key', '=', submit.key)
    .executeTakeFirstOrThrow();
  return { fingerprint: row.fingerprint, jobId: row.job_id };
}
