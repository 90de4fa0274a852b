import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { createId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Micros, toUsd, zeroMicros } from '../../base/money.ts';
import { features, type JobFeature } from '../../contract/api/features.ts';
import { rateTiers } from '../../contract/api/limits.ts';
import { computeCost, freezePrice, toPriceColumn } from '../billing/charge.ts';
import { estimateOutputUs } from '../billing/estimate.ts';
import type { ServiceContext } from '../service-context.ts';
import { findAccountRow } from '../store/statements/account-statements.ts';
import {
  claimKey,
  type EarlierRequest,
  findKey,
} from '../store/statements/idempotency-statements.ts';
import { findJobRow, insertJob, insertJobFiles } from '../store/statements/job-statements.ts';
import { debitBalance, writeHold } from '../store/statements/ledger-statements.ts';
import type { Db, Tx } from '../store/db.ts';
import { countLeased, countReady } from '../store/statements/queue-statements.ts';
import type { FileRow, JobRow } from '../store/schema.ts';
import { fingerprint, requireSameRequest } from './fingerprint.ts';
import { requireInputLimits } from './input-limits.ts';
import { listFileKeys, readFacts, requireUploads } from './input-files.ts';
import { type Job, toHintsColumn, toJob } from './job.ts';

/** A validated submit. */
export interface SubmitRequest {
  readonly accountId: string;
  readonly feature: JobFeature;
  /** The body as parsed, without `callback_url`. */
  readonly input: JsonObject;
  /** A target that was checked already. */
  readonly callbackUrl: string | null;
  readonly idempotencyKey: string | null;
}

/** The job, and whether an earlier submit with the same key made it. */
export interface Submitted {
  readonly job: Job;
  readonly isReplay: boolean;
}

/**
 * Admits a job: key, hold and job appear in one transaction or not at all. Checks run in the order replay →
 * files → capability → capacity → balance, so a repeated submit is answered whatever has changed since, and a
 * refusal leaves no trace. Throws `invalid_input` (key used for another request, foreign `file_key`),
 * `unsupported_format`, `capability_unavailable`, `input_too_large`, `at_capacity`, `insufficient_credits`.
 */
export async function submitJob(
  context: ServiceContext,
  request: SubmitRequest,
): Promise<Submitted> {
  const { store } = context;
  const jobId = createId();
  const submitted = await store.db
    .transaction()
    .execute(
      async (tx) =>
        (await findReplay(context, tx, request, jobId)) ?? admit(context, tx, request, jobId),
    );
  if (!submitted.isReplay) {
    store.signals.send({ kind: 'work' });
  }
  return submitted;
}

/**
 * Finds the job of an earlier submit with the same key; null when there is none. Lets a handler answer a
 * repeated submit before it does slow or changeable checks; {@link submitJob} checks again. Throws
 * `invalid_input` when the key was used for another request.
 */
export async function findSubmitted(
  context: ServiceContext,
  request: SubmitRequest,
): Promise<Job | null> {
  const { accountId, idempotencyKey } = request;
  if (idempotencyKey === null) {
    return null;
  }
  const { db } = context.store;
  const earlier = await findKey(db, { accountId, key: idempotencyKey });
  return earlier === null ? null : readReplayed(db, request, earlier);
}

async function findReplay(
  context: ServiceContext,
  tx: Tx,
  request: SubmitRequest,
  jobId: string,
): Promise<Submitted | null> {
  const { accountId, idempotencyKey } = request;
  if (idempotencyKey === null) {
    return null;
  }
  const earlier = await claimKey(tx, {
    accountId,
    key: idempotencyKey,
    fingerprint: toFingerprint(request),
    jobId,
    nowMs: context.clock.nowMs(),
  });
  const job = earlier === null ? null : await readReplayed(tx, request, earlier);
  return job === null ? null : { job, isReplay: true };
}

function toFingerprint({ feature, input, callbackUrl }: SubmitRequest): string {
  return fingerprint(features[feature].endpoint, input, callbackUrl);
}

async function readReplayed(
  db: Db,
  request: SubmitRequest,
  earlier: EarlierRequest,
): Promise<Job | null> {
  requireSameRequest(earlier, toFingerprint(request));
  const row = await findJobRow(db, request.accountId, earlier.jobId);
  return row === null ? null : toJob(row);
}

async function admit(
  context: ServiceContext,
  tx: Tx,
  request: SubmitRequest,
  jobId: string,
): Promise<Submitted> {
  const { accountId, feature, input } = request;
  const hints = context.hinted.find(request.idempotencyKey);
  const fileKeys = listFileKeys({ ...hints, ...input });
  const uploads = await requireUploads(tx, accountId, fileKeys);
  requireInputLimits(feature, { ...hints, ...input }, uploads);
  if (!context.isInstalled(feature)) {
    throw new AppError('capability_unavailable', `${feature} is not enabled on this service.`);
  }
  const price = freezePrice(context.prices, context.prices.prices[feature]);
  const amountMicros = computeCost(price, estimateOutputUs(feature, input, readDurations(uploads)));
  // First the account's row, whose lock makes the count below exact on PostgreSQL.
  const isPaid = await debitBalance(tx, { accountId, amountMicros });
  await requireCapacity(context, tx, accountId);
  if (!isPaid) {
    throw await toBalanceError(tx, accountId, amountMicros);
  }
  const nowMs = context.clock.nowMs();
  const row = await insertJob(tx, {
    ...blankJob,
    id: jobId,
    account_id: accountId,
    kind: 'render',
    feature,
    endpoint: features[feature].endpoint,
    status: 'queued',
    queue_state: 'ready',
    input: JSON.stringify(input),
    hints: toHintsColumn(hints),
    run_after_ms: nowMs,
    stage: feature === 'identity_swap' && input['mode'] === 'advanced' ? 'extracting' : null,
    price: toPriceColumn(price),
    callback_url: request.callbackUrl,
    created_at_ms: nowMs,
  });
  await writeHold(tx, { id: jobId, accountId, amountMicros, nowMs });
  await insertJobFiles(tx, jobId, fileKeys);
  return { job: toJob(row), isReplay: false };
}

/** Columns of a job at which nothing has happened yet. */
export const blankJob = {
  hints: null,
  lease_owner: null,
  lease_until_ms: null,
  fence: 0,
  attempt: 0,
  progress: 0,
  stage: null,
  preview_key: null,
  output_key: null,
  charged_micros: zeroMicros,
  error_code: null,
  error_message: null,
  error_details: null,
  segments: null,
  report: null,
  notes: null,
  callback_url: null,
  started_at_ms: null,
  finished_at_ms: null,
  deleted_at_ms: null,
} as const satisfies Partial<JobRow>;

/** Builds `insufficient_credits` with the required and the available amount. */
export async function toBalanceError(
  tx: Tx,
  accountId: string,
  neededMicros: Micros,
): Promise<AppError> {
  const account = await findAccountRow(tx, accountId);
  const balanceUsd = toUsd(account?.balance_micros ?? zeroMicros);
  return new AppError(
    'insufficient_credits',
    `This can cost up to ${toUsd(neededMicros)} USD; the balance is ${balanceUsd} USD.`,
    {
      details: faultDetails('too_dear', {
        needed_usd: toUsd(neededMicros),
        balance_usd: balanceUsd,
      }),
    },
  );
}

/**
 * Limits the waiting jobs of an account beyond those that may render at once. The service's queue is checked
 * only when the account already has waiting jobs: its first job is always admitted.
 */
async function requireCapacity(context: ServiceContext, tx: Tx, accountId: string): Promise<void> {
  const { accountQueueLength, serviceQueueLength } = context.policy;
  const waiting = await countReady(tx, accountId);
  if (waiting >= accountQueueLength) {
    const account = await findAccountRow(tx, accountId);
    const { processingJobs } = rateTiers[account?.tier ?? 'default'];
    if (waiting + (await countLeased(tx, accountId)) >= accountQueueLength + processingJobs) {
      throw new AppError(
        'at_capacity',
        `${processingJobs} jobs of this account may run and ${accountQueueLength} more may wait. Try again when some have run.`,
        {
          details: faultDetails('jobs_full', {
            running: processingJobs,
            waiting: accountQueueLength,
          }),
        },
      );
    }
  }
  if (waiting > 0 && (await countReady(tx, null)) >= serviceQueueLength) {
    throw new AppError('at_capacity', 'The queue of the service is full. Try again shortly.', {
      details: faultDetails('queue_full'),
    });
  }
}

function readDurations(uploads: ReadonlyMap<string, FileRow>): (fileKey: string) => number {
  return (fileKey) => {
    const row = uploads.get(fileKey);
    return row === undefined ? 0 : Math.ceil((readFacts(row).durationMs ?? 0) * 1000);
  };
}
