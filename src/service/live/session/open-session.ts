import { randomBytes } from 'node:crypto';
import { AppError } from '../../../base/errors.ts';
import { createId } from '../../../base/ids.ts';
import type { JsonObject } from '../../../base/json.ts';
import { zeroMicros } from '../../../base/money.ts';
import { features, type LiveFeature } from '../../../contract/api/features.ts';
import { hashSecret } from '../../accounts/keys.ts';
import { computeCost, freezePrice, toPriceColumn } from '../../billing/charge.ts';
import type { ServiceContext } from '../../service-context.ts';
import { findAccountRow } from '../../store/statements/account-statements.ts';
import { insertJob } from '../../store/statements/job-statements.ts';
import {
  findStarting,
  insertLiveSession,
  lockLiveCounts,
  moveLive,
} from '../../store/statements/live-statements.ts';
import type { Tx } from '../../store/db.ts';
import { requireFreeSlot, requireSessionSlot } from './session-capacity.ts';
import { requireSession, toLiveSession } from './read-session.ts';
import type { LiveSession, OpenedSession } from './live-session.ts';
import { blankJob, toBalanceError } from '../../jobs/submit.ts';

/** A session to open. */
export interface LiveRequest {
  readonly accountId: string;
  /** The API key of the request: another key gets a session of its own, also while the engine starts. */
  readonly keyId?: string | undefined;
  readonly feature: LiveFeature;
  readonly durationMinutes: number;
  /** Prompt, voice and the like; kept with the session. */
  readonly parameters: JsonObject;
  /** False while the engine starts: a repeat of the request then gets the same session and a new token. */
  readonly isReady: boolean;
}

/**
 * Opens a session. Its whole cost has to be on the balance, but nothing is set aside before it streams.
 * Throws `capability_unavailable`, `at_capacity`, `insufficient_credits`.
 */
export async function openLiveSession(
  context: ServiceContext,
  request: LiveRequest,
): Promise<OpenedSession> {
  const { feature } = request;
  if (!context.isInstalled(feature)) {
    throw new AppError('capability_unavailable', `${feature} is not enabled on this service.`);
  }
  const token = `st_${randomBytes(32).toString('base64url')}`;
  const session = await context.store.db.transaction().execute(async (tx) => {
    // First step: concurrent repeats have to find the session that one of them creates.
    await lockLiveCounts(tx);
    const starting = await reuseStarting(context, tx, request, token);
    return starting ?? createSession(context, tx, request, token);
  });
  return { session, token };
}

async function reuseStarting(
  context: ServiceContext,
  tx: Tx,
  request: LiveRequest,
  token: string,
): Promise<LiveSession | null> {
  const nowMs = context.clock.nowMs();
  const id = await findStarting(tx, {
    accountId: request.accountId,
    keyId: request.keyId ?? null,
    feature: request.feature,
    parameters: JSON.stringify(request.parameters),
    maxDurationSec: request.durationMinutes * 60,
    nowMs,
  });
  if (id === null) {
    return null;
  }
  const moved = await moveLive(tx, { id, holder: 'anybody' }, ['created'], {
    token_hash: hashSecret(token),
    ready_at_ms: request.isReady ? nowMs : null,
  });
  return moved === null ? null : requireSession(tx, id);
}

async function createSession(
  context: ServiceContext,
  tx: Tx,
  request: LiveRequest,
  token: string,
): Promise<LiveSession> {
  const { accountId, feature, parameters } = request;
  const { policy } = context;
  const nowMs = context.clock.nowMs();
  const maxDurationSec = request.durationMinutes * 60;
  const price = freezePrice(context.prices, context.prices.prices[feature]);
  await requireSessionSlot(context, tx, accountId);
  // A session that cannot connect is useless; which of the waiting sessions gets the slot is decided when they
  // connect.
  await requireFreeSlot(context, tx, { accountId, feature });
  const maxCost = computeCost(price, maxDurationSec * 1_000_000);
  const account = await findAccountRow(tx, accountId);
  if ((account?.balance_micros ?? zeroMicros) < maxCost) {
    throw await toBalanceError(tx, accountId, maxCost);
  }
  const job = await insertJob(tx, {
    ...blankJob,
    id: createId(),
    account_id: accountId,
    kind: 'live',
    feature,
    endpoint: features[feature].endpoint,
    status: 'queued',
    queue_state: 'parked',
    input: JSON.stringify({ ...parameters, duration_minutes: request.durationMinutes }),
    run_after_ms: nowMs + policy.liveExpiryMs,
    price: toPriceColumn(price),
    created_at_ms: nowMs,
  });
  const live = await insertLiveSession(tx, {
    id: job.id,
    account_id: accountId,
    feature,
    status: 'created',
    key_id: request.keyId ?? null,
    node_id: null,
    token_hash: hashSecret(token),
    parameters: JSON.stringify(parameters),
    max_duration_sec: maxDurationSec,
    streamed_ms: 0,
    ready_at_ms: request.isReady ? nowMs : null,
    expires_at_ms: nowMs + policy.liveExpiryMs,
    started_at_ms: null,
    seen_at_ms: null,
    ended_at_ms: null,
    end_reason: null,
  });
  return toLiveSession({ live, job });
}
