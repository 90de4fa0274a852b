import { AppError } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Micros, zeroMicros } from '../../base/money.ts';
import type { MediaInfo, FileKind } from '../../capabilities/media-file.ts';
import { toCharge, fromPriceColumn } from '../billing/charge.ts';
import type { JobNote } from '../../contract/api/resources/job.ts';
import type { ServiceContext } from '../service-context.ts';
import { insertFile } from '../store/statements/file-statements.ts';
import {
  endJob,
  findJobRow,
  findPriceColumn,
  type JobEnd,
  type JobHolder,
  type JobMatch,
} from '../store/statements/job-statements.ts';
import { closeHold, findOpenHold } from '../store/statements/ledger-statements.ts';
import type { Db, Tx } from '../store/db.ts';
import type { FileRole, JobRow } from '../store/schema.ts';
import { lockSegmented, removeSegments } from '../store/statements/segment-statements.ts';
import { enqueueDelivery } from '../webhooks/outbox.ts';
import { buildDelivery } from '../webhooks/payload.ts';
import { type Job, type JobFailure, toJob, toNotesColumn } from './job.ts';
import { decideCancel } from './machine.ts';

/** A finished file in the content-addressed store, not known to the database yet. */
export interface StoredFile {
  readonly blobHash: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  readonly mime: string;
  /** Extension without a dot. */
  readonly extension: string;
  readonly facts: MediaInfo;
}

/** Result of a worker for the whole job. */
export interface JobResult {
  readonly output: StoredFile;
  /** Length of the output; 0 where a call is billed flat. */
  readonly outputUs: number;
  readonly report: JsonObject;
  readonly notes?: readonly JobNote[] | undefined;
}

/** Ends a job as succeeded: charges the true cost and returns the rest. Null when it had ended already. */
export async function succeedJob(
  context: ServiceContext,
  lease: { readonly jobId: string; readonly fence: number },
  result: JobResult,
): Promise<Job | null> {
  const nowMs = context.clock.nowMs();
  const outputKey = toFileKey('output', result.output);
  return settle(context, async (tx) => {
    const chargedMicros = await computeCharge(tx, lease.jobId, result.outputUs);
    const row = await endAndClose(
      tx,
      { jobId: lease.jobId, holder: { fence: lease.fence }, nowMs },
      {
        status: 'succeeded',
        chargedMicros,
        outputKey,
        report: JSON.stringify(result.report),
        notes: toNotesColumn(result.notes ?? []),
        errorCode: null,
        errorMessage: null,
        errorDetails: null,
      },
    );
    if (row !== null) {
      await insertFile(
        tx,
        toFileRow(row, { role: 'output', fileKey: outputKey, nowMs }, result.output),
      );
      await writeOutbox(context, tx, row);
    }
    return row;
  });
}

/** A claim of one segment of a job. */
interface SegmentHolder {
  readonly at: number;
  readonly fence: number;
}

/** Ends a job as failed and returns its hold. Null when `holder` no longer holds it. */
export async function failJob(
  context: ServiceContext,
  {
    jobId,
    holder: requested,
  }: { readonly jobId: string; readonly holder: JobHolder | SegmentHolder },
  failure: JobFailure,
): Promise<Job | null> {
  const nowMs = context.clock.nowMs();
  return settle(context, async (tx) => {
    const isOfSegment = typeof requested === 'object' && 'at' in requested;
    if (isOfSegment && (await lockSegmented(tx, { jobId, ...requested })) === null) {
      return null;
    }
    const holder = isOfSegment ? 'anybody' : requested;
    const row = await endAndClose(tx, { jobId, holder, nowMs }, toFailedEnd(failure));
    if (row !== null) {
      await writeOutbox(context, tx, row);
    }
    return row;
  });
}

/**
 * Cancels a job of an account: releases the hold at once and notifies its worker. Returns a canceled job
 * unchanged, and a live session as {@link ServiceContext.cancelLiveSession} left it. Throws `not_found`, and
 * `invalid_input` (400) for a job that has ended.
 */
export async function cancelJob(
  context: ServiceContext,
  accountId: string,
  jobId: string,
): Promise<Job> {
  const nowMs = context.clock.nowMs();
  const { db } = context.store;
  if ((await requireRow(db, accountId, jobId)).kind === 'live') {
    await context.cancelLiveSession(accountId, jobId);
    return toJob(await requireRow(db, accountId, jobId));
  }
  const { row, isChanged } = await db.transaction().execute(async (tx) => {
    const ended = await endAndClose(tx, { jobId, holder: 'anybody', nowMs }, canceledEnd);
    if (ended === null) {
      // The job ended before this call, or while this call waited for its row.
      const now = await requireRow(tx, accountId, jobId);
      decideCancel(now.status);
      return { row: now, isChanged: false };
    }
    await writeOutbox(context, tx, ended);
    return { row: ended, isChanged: true };
  });
  if (isChanged) {
    announceEnd(context, row);
  }
  return toJob(row);
}

/**
 * Reads a job row of an account; throws `not_found` when it does not exist, belongs to another account or was
 * deleted.
 */
export async function requireRow(tx: Db, accountId: string, jobId: string): Promise<JobRow> {
  const row = await findJobRow(tx, accountId, jobId);
  if (row === null || row.deleted_at_ms !== null) {
    throw new AppError('not_found', 'There is no such job.');
  }
  return row;
}

/** Ends a job in a transaction and notifies its listeners after the commit. */
export async function settle(
  context: ServiceContext,
  end: (tx: Tx) => Promise<JobRow | null>,
): Promise<Job | null> {
  const row = await context.store.db.transaction().execute(end);
  if (row === null) {
    return null;
  }
  announceEnd(context, row);
  return toJob(row);
}

function announceEnd({ store }: ServiceContext, row: JobRow): void {
  store.signals.send({ kind: 'ended', jobId: row.id });
  store.signals.send({ kind: 'work' });
  if (row.callback_url !== null) {
    store.signals.send({ kind: 'outbox' });
  }
  if ((row.segments ?? 0) > 0) {
    // No row refers to the bytes of the job's segments any longer.
    store.signals.send({ kind: 'unused' });
  }
}

async function endAndClose(tx: Tx, match: JobMatch, end: JobEnd): Promise<JobRow | null> {
  const row = await endJob(tx, match, end);
  if (row !== null) {
    await removeSegments(tx, row.id);
    await closeHold(tx, {
      id: row.id,
      state: end.status === 'succeeded' ? 'posted' : 'voided',
      costMicros: end.chargedMicros,
      nowMs: match.nowMs,
    });
  }
  return row;
}

async function computeCharge(tx: Tx, jobId: string, outputUs: number): Promise<Micros> {
  const price = await findPriceColumn(tx, jobId);
  const holdMicros = await findOpenHold(tx, jobId);
  // Without an open hold the job has already ended, and the conditional update refuses this end at any cost.
  return price === null || holdMicros === null
    ? zeroMicros
    : toCharge(fromPriceColumn(price), outputUs, holdMicros);
}

/** Writes the webhook of a job that has just ended, when it asked for one. */
export async function writeOutbox(context: ServiceContext, tx: Tx, row: JobRow): Promise<void> {
  if (row.callback_url !== null) {
    await enqueueDelivery(tx, {
      jobId: row.id,
      accountId: row.account_id,
      url: row.callback_url,
      content: buildDelivery(context.describeJob(toJob(row))),
      nowMs: context.clock.nowMs(),
    });
  }
}

/** Key of a file that the service makes. */
export function toFileKey(role: Exclude<FileRole, 'upload'>, file: StoredFile): string {
  return `${role}s/${createId()}.${file.extension}`;
}

/** Row of a file that the service makes for a job. */
export function toFileRow(
  job: JobRow,
  as: { readonly role: FileRole; readonly fileKey: string; readonly nowMs: number },
  file: StoredFile,
) {
  return {
    file_key: as.fileKey,
    account_id: job.account_id,
    role: as.role,
    job_id: job.id,
    blob_hash: file.blobHash,
    kind: file.kind,
    mime: file.mime,
    size_bytes: file.sizeBytes,
    facts: JSON.stringify(file.facts),
    declared_name: null,
    created_at_ms: as.nowMs,
  };
}

const unpaid = { chargedMicros: zeroMicros, outputKey: null, report: null, notes: null } as const;

const noError = { errorCode: null, errorMessage: null, errorDetails: null } as const;
const canceledEnd: JobEnd = { ...unpaid, ...noError, status: 'canceled' };

function toFailedEnd({ code, message, details }: JobFailure): JobEnd {
  const errorDetails = details === undefined ? null : JSON.stringify(details);
  return { ...unpaid, status: 'failed', errorCode: code, errorMessage: message, errorDetails };
}
