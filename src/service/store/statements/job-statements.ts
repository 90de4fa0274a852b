import { sql } from 'kysely';
import type { Micros } from '../../../base/money.ts';
import type { MaybePromise } from '../../../base/maybe-promise.ts';
import { isTerminal, type JobStage, type JobStatus } from '../../../contract/api/resources/job.ts';
import type { Db, Tx } from '../db.ts';
import { pick, type Placeholders, prepareRow, prepareRows } from '../prepared.ts';
import type { JobRow } from '../schema.ts';

const newColumns = [
  'id',
  'account_id',
  'kind',
  'feature',
  'endpoint',
  'status',
  'queue_state',
  'input',
  'hints',
  'run_after_ms',
  'lease_owner',
  'lease_until_ms',
  'fence',
  'attempt',
  'progress',
  'stage',
  'preview_key',
  'output_key',
  'charged_micros',
  'price',
  'error_code',
  'error_message',
  'error_details',
  'segments',
  'report',
  'notes',
  'callback_url',
  'created_at_ms',
  'started_at_ms',
  'finished_at_ms',
  'deleted_at_ms',
] as const satisfies readonly (keyof JobRow)[];

const addJob = prepareRows((db, row: Placeholders<JobRow>) =>
  db.insertInto('jobs').values(pick(row, newColumns)),
);

/** Adds a job and answers it, as it was given: reading back its columns took as long as writing them. */
export async function insertJob(tx: Tx, row: JobRow): Promise<JobRow> {
  await addJob(tx, row);
  return row;
}

/** Names a job of an account. */
interface OwnedJob {
  readonly accountId: string;
  readonly jobId: string;
}

const selectJob = prepareRow((db, owned: Placeholders<OwnedJob>) =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', owned.jobId)
    .where('account_id', '=', owned.accountId),
);

/** A job of an account, deleted ones included. */
export function findJobRow(db: Db, accountId: string, jobId: string): MaybePromise<JobRow | null> {
  return selectJob(db, { jobId, accountId });
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
  'error_details',
  'notes',
] as const;

/** The columns of a job that its resource shows. */
export type ShownJobRow = Pick<JobRow, (typeof shownColumns)[number]>;

const selectShown = prepareRow((db, owned: Placeholders<OwnedJob>) =>
  db
    .selectFrom('jobs')
    .select(shownColumns)
    .where('id', '=', owned.jobId)
    .where('account_id', '=', owned.accountId)
    .where('deleted_at_ms', 'is', null),
);

/** Columns of a job that a status call needs, and no others, because it is polled. */
export function findShownJobRow(
  db: Db,
  accountId: string,
  jobId: string,
): MaybePromise<ShownJobRow | null> {
  return selectShown(db, { jobId, accountId });
}

/** A page of jobs. */
export interface JobPage {
  readonly status?: JobStatus | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The page begins after this job of the same account, which may be deleted; from the newest when absent. */
  readonly before?: Pick<JobRow, 'id' | 'created_at_ms'> | undefined;
}

const listedColumns = [
  'id',
  'status',
  'feature',
  'endpoint',
  'created_at_ms',
  'charged_micros',
] as const;

/** The columns of a job that lists show. */
export type ListedJobRow = Pick<JobRow, (typeof listedColumns)[number]>;

/**
 * Lists jobs of an account, newest first. Rows before the page are skipped in the index; only the page's rows
 * are read.
 */
export async function listJobRows(
  db: Db,
  accountId: string,
  page: JobPage,
): Promise<ListedJobRow[]> {
  const ids = selectListed(db, accountId, page)
    .select('id')
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset);
  return db
    .selectFrom('jobs')
    .select(listedColumns)
    .where('id', 'in', ids)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ended jobs have an index by status; of the others there are few, and the queue's index has them. */
function selectListed(db: Db, accountId: string, { status, before }: JobPage) {
  let query = db
    .selectFrom('jobs')
    .where('account_id', '=', accountId)
    .where('deleted_at_ms', 'is', null);
  if (before !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at_ms', 'id'), '<', eb.tuple(before.created_at_ms, before.id)),
    );
  }
  if (status === undefined) {
    return query;
  }
  query = query.where('status', '=', status);
  return isTerminal(status)
    ? // As a literal, so that the index on ended jobs alone can serve it.
      query.where('queue_state', '=', sql.lit('done'))
    : query.where('queue_state', 'in', ['ready', 'leased', 'parked']);
}

/** End of a job. */
export interface JobEnd {
  readonly status: 'succeeded' | 'failed' | 'canceled';
  readonly chargedMicros: Micros;
  readonly outputKey: string | null;
  readonly report: string | null;
  /** JSON array of notes; null for none. */
  readonly notes: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** JSON object; null for none. */
  readonly errorDetails: string | null;
}

/** Required state of the job for the end to count: held by a certain claim, parked, or any. */
export type JobHolder = { readonly fence: number } | 'parked' | 'anybody';

/** Which job to end. */
export interface JobMatch {
  readonly jobId: string;
  readonly holder: JobHolder;
  readonly nowMs: number;
}

type EndValues = JobEnd & { readonly jobId: string; readonly nowMs: number };

function buildEnd(db: Db, end: Placeholders<EndValues>) {
  return db
    .updateTable('jobs')
    .set({
      status: end.status,
      queue_state: 'done',
      lease_owner: null,
      lease_until_ms: null,
      charged_micros: end.chargedMicros,
      output_key: end.outputKey,
      report: end.report,
      notes: end.notes,
      error_code: end.errorCode,
      error_message: end.errorMessage,
      error_details: end.errorDetails,
      finished_at_ms: end.nowMs,
    })
    .where('id', '=', end.jobId)
    .where('status', 'in', ['queued', 'processing'])
    .returningAll();
}

const endOfAnybody = prepareRow(buildEnd);
const endOfParked = prepareRow((db, end: Placeholders<EndValues>) =>
  buildEnd(db, end).where('queue_state', '=', 'parked'),
);
const endOfClaim = prepareRow((db, end: Placeholders<EndValues & { readonly fence: number }>) =>
  buildEnd(db, end).where('fence', '=', end.fence).where('queue_state', '=', 'leased'),
);

/**
 * THE gate: one conditional update decides between success, failure, cancel and the reaper. Who gets
 * the row back closes the hold and writes the outbox in the same transaction; who gets null lost.
 */
export async function endJob(tx: Tx, match: JobMatch, end: JobEnd): Promise<JobRow | null> {
  const { jobId, holder, nowMs } = match;
  const values = { ...end, jobId, nowMs };
  if (holder === 'anybody') {
    return endOfAnybody(tx, values);
  }
  return holder === 'parked'
    ? endOfParked(tx, values)
    : endOfClaim(tx, { ...values, fence: holder.fence });
}

const selectPrice = prepareRow((db, job: Placeholders<{ readonly jobId: string }>) =>
  db.selectFrom('jobs').select('price').where('id', '=', job.jobId),
);

/** The frozen price of a job, as its column has it. */
export async function findPriceColumn(db: Db, jobId: string): Promise<string | null> {
  return (await selectPrice(db, { jobId }))?.price ?? null;
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
  /** Column format. */
  readonly hints: string | null;
  readonly nowMs: number;
}

/** Requeues a parked job; null when it is no longer parked in that stage. */
export async function advanceJobRow(tx: Tx, move: StageMove): Promise<JobRow | null> {
  const row = await tx
    .updateTable('jobs')
    .set({
      stage: move.to,
      queue_state: 'ready',
      input: move.input,
      hints: move.hints,
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

/**
 * Removes the content of an ended job and hides it; false when that was done already. Keeps what usage counts:
 * endpoint, status, amount, times.
 */
export async function scrubJobRow(tx: Tx, jobId: string, nowMs: number): Promise<boolean> {
  const result = await tx
    .updateTable('jobs')
    .set({
      deleted_at_ms: nowMs,
      input: '{}',
      hints: null,
      stage: null,
      preview_key: null,
      output_key: null,
      error_message: null,
      error_details: null,
      report: null,
      notes: null,
      callback_url: null,
    })
    .where('id', '=', jobId)
    .where('queue_state', '=', 'done')
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes a released file from the job that made it. */
export async function forgetJobFile(tx: Tx, jobId: string, fileKey: string): Promise<void> {
  for (const column of ['output_key', 'preview_key'] as const) {
    await tx
      .updateTable('jobs')
      .set({ [column]: null })
      .where('id', '=', jobId)
      .where(column, '=', fileKey)
      .execute();
  }
}
