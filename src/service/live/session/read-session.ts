import { AppError, invariant } from '../../../base/errors.ts';
import { isJobFeature } from '../../../contract/api/features.ts';
import { computeCost, fromPriceColumn } from '../../billing/charge.ts';
import type { ServiceContext } from '../../service-context.ts';
import {
  findLiveSessionRows,
  type LiveSessionRows,
} from '../../store/statements/live-statements.ts';
import type { Db } from '../../store/db.ts';
import { readJsonObject } from '../../jobs/job.ts';
import type { LiveSession } from './live-session.ts';

/** Reads a session of an account; throws `not_found` when it does not exist or belongs to another account. */
export async function readLiveSession(
  context: ServiceContext,
  accountId: string,
  id: string,
): Promise<LiveSession> {
  const pair = await findLiveSessionRows(context.store.db, accountId, id);
  if (pair === null) {
    throw new AppError('not_found', 'There is no such session.');
  }
  return toLiveSession(pair);
}

/** The rows of a session that exists. */
export async function requireLiveSessionRows(db: Db, id: string): Promise<LiveSessionRows> {
  const pair = await findLiveSessionRows(db, null, id);
  invariant(pair !== null, 'A session that was found exists.');
  return pair;
}

/** A session that exists, whosever it is. */
export async function requireSession(db: Db, id: string): Promise<LiveSession> {
  return toLiveSession(await requireLiveSessionRows(db, id));
}

/** Converts the rows of a session. */
export function toLiveSession({ live, job }: LiveSessionRows): LiveSession {
  const { feature } = live;
  invariant(!isJobFeature(feature), 'A live session is of a live feature.');
  return {
    id: live.id,
    accountId: live.account_id,
    feature,
    status: live.status,
    parameters: readJsonObject(live.parameters),
    maxDurationSec: live.max_duration_sec,
    maxCostMicros: computeCost(fromPriceColumn(job.price), live.max_duration_sec * 1_000_000),
    streamedMs: live.streamed_ms,
    chargedMicros: job.charged_micros,
    createdAtMs: job.created_at_ms,
    expiresAtMs: live.expires_at_ms,
    startedAtMs: live.started_at_ms,
    endedAtMs: live.ended_at_ms,
    endReason: live.end_reason,
  };
}
