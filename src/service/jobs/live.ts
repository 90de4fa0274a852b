import { randomBytes } from 'node:crypto';
import { AppError, invariant } from '../../base/errors.ts';
import { createId } from '../../base/ids.ts';
import type { JsonObject } from '../../base/json.ts';
import { zeroMicros } from '../../base/money.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import { features, isJobFeature, type LiveFeature } from '../../contract/api/features.ts';
import { hashSecret } from '../accounts/keys.ts';
import {
  chargeOfStream,
  costOf,
  freezePrice,
  fromPriceColumn,
  toPriceColumn,
} from '../billing/charge.ts';
import type { Context } from '../context.ts';
import { findAccountRow } from '../store/account-statements.ts';
import { endJob, insertJob } from '../store/job-statements.ts';
import { closeHold, findOpenHold, takeFromBalance, writeHold } from '../store/ledger-statements.ts';
import {
  countStreaming,
  findLiveIdByToken,
  findLivePair,
  findStarting,
  insertLiveSession,
  listOverdueLive,
  listTakenLive,
  type LivePair,
  markLiveJobStreaming,
  moveLive,
  updateStreamed,
} from '../store/live-statements.ts';
import type { Db, Tx } from '../store/open.ts';
import { readJsonObject } from './job.ts';
import type { LiveSession, OpenedSession } from './live-session.ts';
import { blankJob, toBalanceError } from './submit.ts';

/** A session to open. */
export interface LiveRequest {
  readonly accountId: string;
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
  context: Context,
  request: LiveRequest,
): Promise<OpenedSession> {
  const { feature } = request;
  if (!context.isInstalled(feature)) {
    throw new AppError('capability_unavailable', `${feature} is not enabled on this service.`);
  }
  const token = `st_${randomBytes(32).toString('base64url')}`;
  const session = await context.store.db.transaction().execute(async (tx) => {
    const starting = await reuseStarting(context, tx, request, token);
    return starting ?? createSession(context, tx, request, token);
  });
  return { session, token };
}

async function reuseStarting(
  context: Context,
  tx: Tx,
  request: LiveRequest,
  token: string,
): Promise<LiveSession | null> {
  const nowMs = context.clock.nowMs();
  const id = await findStarting(tx, {
    accountId: request.accountId,
    feature: request.feature,
    parameters: JSON.stringify(request.parameters),
    maxDurationSec: request.durationMinutes * 60,
    nowMs,
  });
  if (id === null) {
    return null;
  }
  const moved = await moveLive(tx, id, ['created'], {
    token_hash: hashSecret(token),
    ready_at_ms: request.isReady ? nowMs : null,
  });
  return moved === null ? null : readPair(tx, id);
}

async function createSession(
  context: Context,
  tx: Tx,
  request: LiveRequest,
  token: string,
): Promise<LiveSession> {
  const { accountId, feature, parameters } = request;
  const { policy } = context;
  const nowMs = context.clock.nowMs();
  const maxDurationSec = request.durationMinutes * 60;
  const price = freezePrice(context.prices, context.prices.prices[feature]);
  await requireStreamSlot(context, tx);
  const maxCost = costOf(price, maxDurationSec * 1_000_000);
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

/** A session of an account; `not_found` when there is none or it is another's. */
export async function readLiveSession(
  context: Context,
  accountId: string,
  id: string,
): Promise<LiveSession> {
  const pair = await findLivePair(context.store.db, accountId, id);
  if (pair === null) {
    throw new AppError('not_found', 'There is no such session.');
  }
  return toLiveSession(pair);
}

/**
 * Takes a session for one connection. Throws `unauthorized` for a token that is unknown, of another
 * feature or over, `forbidden` when another connection has the session.
 */
export async function joinLiveSession(
  context: Context,
  feature: LiveFeature,
  token: string,
): Promise<LiveSession> {
  const { db } = context.store;
  const id = await findLiveIdByToken(db, hashSecret(token));
  const session = id === null ? null : await readPair(db, id);
  if (session === null || session.feature !== feature) {
    throw new AppError('unauthorized', 'The session token is not valid.');
  }
  const isOver = session.status === 'ended' || session.expiresAtMs <= context.clock.nowMs();
  if (isOver && session.status !== 'streaming') {
    throw new AppError('unauthorized', 'The session has ended or expired. Open a new one.');
  }
  if ((await moveLive(db, session.id, ['created'], { status: 'joined' })) === null) {
    throw new AppError('forbidden', 'The session is in use by another connection.');
  }
  return readPair(db, session.id);
}

/** Lets go of a session that has not streamed, so that it can be joined again. */
export async function leaveLiveSession(context: Context, id: string): Promise<void> {
  await moveLive(context.store.db, id, ['joined'], { status: 'created' });
}

/**
 * Begins to stream: the whole cost is set aside now. Throws `insufficient_credits` when it is not on
 * the balance any more, `at_capacity`, and `invalid_input` (400) when the session is not joined.
 */
export async function startLiveStream(context: Context, id: string): Promise<LiveSession> {
  const nowMs = context.clock.nowMs();
  return context.store.db.transaction().execute(async (tx) => {
    await requireStreamSlot(context, tx);
    const moved = await moveLive(tx, id, ['joined'], {
      status: 'streaming',
      started_at_ms: nowMs,
      seen_at_ms: nowMs,
    });
    if (moved === null || !(await markLiveJobStreaming(tx, id, nowMs))) {
      throw refusedByState('Only a joined session can begin to stream.');
    }
    const session = await readPair(tx, id);
    const { accountId, maxCostMicros: amountMicros } = session;
    if (!(await takeFromBalance(tx, { accountId, amountMicros }))) {
      throw await toBalanceError(tx, accountId, amountMicros);
    }
    await writeHold(tx, { id, accountId, amountMicros, nowMs });
    return session;
  });
}

/** What a running stream has to know. */
export interface StreamState {
  /** False when the session was ended elsewhere: stop at once. */
  readonly isRunning: boolean;
}

/** Notes how long a session has streamed; call it every few seconds, it also shows that the stream lives. */
export async function reportStreamed(
  context: Context,
  id: string,
  streamedMs: number,
): Promise<StreamState> {
  const isRunning = await updateStreamed(context.store.db, id, {
    streamedMs: Math.round(streamedMs),
    nowMs: context.clock.nowMs(),
  });
  return { isRunning };
}

/** How a session ends. */
export interface LiveEnd {
  /** Streamed in all; the larger of this and what was reported counts. */
  readonly streamedMs: number;
  /** Such as `client_closed`, `time_used_up`, `expired`. */
  readonly reason: string;
}

/**
 * Ends a session and charges min(streamed, cap); nothing when it never streamed. Any number of ends may
 * race, one counts; the others see the ended session.
 */
export async function endLiveSession(
  context: Context,
  id: string,
  end: LiveEnd,
): Promise<LiveSession> {
  const nowMs = context.clock.nowMs();
  return context.store.db.transaction().execute(async (tx) => {
    await updateStreamed(tx, id, { streamedMs: Math.round(end.streamedMs), nowMs });
    const moved = await moveLive(tx, id, ['created', 'joined', 'streaming'], {
      status: 'ended',
      ended_at_ms: nowMs,
      end_reason: end.reason,
    });
    if (moved !== null) {
      await settleSession(tx, await requirePair(tx, id), nowMs);
    }
    return readPair(tx, id);
  });
}

async function settleSession(tx: Tx, { live, job }: LivePair, nowMs: number): Promise<void> {
  const match = { jobId: live.id, holder: 'anybody', nowMs } as const;
  const unpaid = { outputKey: null, report: null, errorCode: null, errorMessage: null } as const;
  if (live.started_at_ms === null) {
    await endJob(tx, match, { ...unpaid, status: 'canceled', chargedMicros: zeroMicros });
    return;
  }
  const holdMicros = await findOpenHold(tx, live.id);
  invariant(holdMicros !== null, 'A streaming session has an open hold.');
  const stream = { streamedMs: live.streamed_ms, maxDurationSec: live.max_duration_sec };
  const costMicros = chargeOfStream(fromPriceColumn(job.price), stream, holdMicros);
  const ended = await endJob(tx, match, {
    ...unpaid,
    status: 'succeeded',
    chargedMicros: costMicros,
  });
  invariant(ended !== null, 'The job of a session ends with it.');
  await closeHold(tx, { id: live.id, state: 'posted', costMicros, nowMs });
}

/** Ends sessions that never connected in time and streams whose connection was lost with their service. */
export async function reapLiveSessions(context: Context): Promise<number> {
  const { store, clock, policy } = context;
  const nowMs = clock.nowMs();
  const silentSinceMs = nowMs - policy.liveSilenceMs;
  const overdue = await listOverdueLive(store.db, { nowMs, silentSinceMs });
  for (const { id, status, streamed_ms } of overdue) {
    const reason = status === 'streaming' ? 'connection_lost' : 'expired';
    await endLiveSession(context, id, { streamedMs: streamed_ms, reason });
  }
  return overdue.length;
}

/**
 * Ends what a predecessor left when it died: streams are charged for what they reported, the others can be
 * joined again. For a process that alone owns the store, before it takes anybody in.
 */
export async function recoverLiveSessions(context: Context): Promise<void> {
  for (const { id, status, streamed_ms } of await listTakenLive(context.store.db)) {
    if (status === 'streaming') {
      await endLiveSession(context, id, { streamedMs: streamed_ms, reason: 'connection_lost' });
    } else {
      await leaveLiveSession(context, id);
    }
  }
}

async function requireStreamSlot(context: Context, tx: Tx): Promise<void> {
  if ((await countStreaming(tx)) >= context.policy.maxStreams) {
    throw new AppError('at_capacity', 'All live streams of the service are taken. Try again soon.');
  }
}

async function requirePair(db: Db, id: string): Promise<LivePair> {
  const pair = await findLivePair(db, null, id);
  invariant(pair !== null, 'A session that was found exists.');
  return pair;
}

async function readPair(db: Db, id: string): Promise<LiveSession> {
  return toLiveSession(await requirePair(db, id));
}

function toLiveSession({ live, job }: LivePair): LiveSession {
  const { feature } = live;
  invariant(!isJobFeature(feature), 'A live session is of a live feature.');
  return {
    id: live.id,
    accountId: live.account_id,
    feature,
    status: live.status,
    parameters: readJsonObject(live.parameters),
    maxDurationSec: live.max_duration_sec,
    maxCostMicros: costOf(fromPriceColumn(job.price), live.max_duration_sec * 1_000_000),
    streamedMs: live.streamed_ms,
    chargedMicros: job.charged_micros,
    createdAtMs: job.created_at_ms,
    expiresAtMs: live.expires_at_ms,
    startedAtMs: live.started_at_ms,
    endedAtMs: live.ended_at_ms,
    endReason: live.end_reason,
  };
}
