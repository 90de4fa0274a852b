import type { Micros } from '../../base/money.ts';
import type { Soon } from '../../base/soon.ts';
import type { JobStage, JobStatus } from '../../contract/api/resources/job.ts';
import type { Db, Tx } from './open.ts';
import { prepareRow } from './prepared.ts';
import type { JobRow, NewJobRow } from './schema.ts';

/** Adds a job. */
export async function insertJob(tx: Tx, row: NewJobRow): Promise<JobRow> {
  return tx.insertInto('jobs').values(row).returningAll().executeTakeFirstOrThrow();
}

const selectJob = prepareRow((db) =>
  db.selectFrom('jobs').selectAll().where('id', '=', '').where('account_id', '=', ''),
);

/** A job of an account. */
export function findJobRow(db: Db, accountId: string, jobId: string): Soon<JobRow | null> {
  return selectJob(db, [jobId, accountId]);
}

const shownColumns = [
  'id',
  'status',
  'stage',
  'preview_key',
  'output_key',
  'charged_micros',
  'error_code',
  'error_message',
] as const;

/** The columns of a job that its resource shows. */
export type ShownJobRow = Pick<JobRow, (typeof shownColumns)[number]>;

const selectShown = prepareRow((db) =>
  db.selectFrom('jobs').select(shownColumns).where('id', '=', '').where('account_id', '=', ''),
);

/** What a status call needs of a job of an account: 8 of 27 columns, because it is polled. */
export function findShownJobRow(
  db: Db,
  accountId: string,
  jobId: string,
): Soon<ShownJobRow | null> {
  return selectShown(db, [jobId, accountId]);
}

/** A page of jobs. */
export interface JobPage {
  readonly status?: JobStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Jobs of an account, newest first. */
export async function listJobRows(db: Db, accountId: string, page: JobPage): Promise<JobRow[]> {
  let query = db.selectFrom('jobs').selectAll().where('account_id', '=', accountId);
  if (page.status !== undefined) {
    query = query.where('status', '=', page.status);
  }
  return query
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** How a job ends. */
export interface JobEnd {
  readonly status: 'succeeded' | 'failed' | 'canceled';
  readonly chargedMicros: Micros;
  readonly outputKey: string | null;
  readonly report: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** Whose turn it has to be for the end to count: a certain claim's, the customer's, or anybody's. */
export type JobHolder = { readonly fence: number } | 'customer' | 'anybody';

/** Which job to end. */
export interface JobMatch {
  readonly jobId: string;
  readonly holder: JobHolder;
  readonly nowMs: number;
}

/**
 * THE gate: one conditional update decides between success, failure, cancel and the reaper. Who gets
 * the row back closes the hold and writes the outbox in the same transaction; who gets null lost.
 */
export async function endJob(tx: Tx, match: JobMatch, end: JobEnd): Promise<JobRow | null> {
  let query = tx
    .updateTable('jobs')
    .set({
      status: end.status,
      queue_state: 'done',
      lease_owner: null,
      lease_until_ms: null,
      charged_micros: end.chargedMicros,
      output_key: end.outputKey,
      report: end.report,
      error_code: end.errorCode,
      error_message: end.errorMessage,
      finished_at_ms: match.nowMs,
    })
    .where('id', '=', match.jobId)
    .where('status', 'in', ['queued', 'processing']);
  if (match.holder === 'customer') {
    query = query.where('queue_state', '=', 'parked');
  } else if (match.holder !== 'anybody') {
    query = query.where('fence', '=', match.holder.fence).where('queue_state', '=', 'leased');
  }
  return (await query.returningAll().executeTakeFirst()) ?? null;
}

/** Uploads a job reads; duplicates are named once. */
export async function insertJobFiles(
  tx: Tx,
  jobId: string,
  fileKeys: readonly string[],
): Promise<void> {
  if (fileKeys.length > 0) {
    await tx
      .insertInto('job_files')
      .values(fileKeys.map((file_key) => ({ job_id: jobId, file_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A parked stage and where it goes. */
export interface StageMove {
  readonly jobId: string;
  readonly from: JobStage;
  readonly to: JobStage;
  /** The request with the advance's fields merged in, JSON. */
  readonly input: string;
  readonly nowMs: number;
}

/** Puts a parked job back into the queue; null when it is not parked in that stage any more. */
export async function advanceJobRow(tx: Tx, move: StageMove): Promise<JobRow | null> {
  const row = await tx
    .updateTable('jobs')
    .set({
      stage: move.to,
      queue_state: 'ready',
      input: move.input,
      attempt: 0,
      progress: 0,
      run_after_ms: move.nowMs,
    })
    .where('id', '=', move.jobId)
    .where('status', '=', 'processing')
    .where('queue_state', '=', 'parked')
    .where('stage', '=', move.from)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
