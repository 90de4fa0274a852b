import { AppError } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import type { LiveFeature } from '../../contract/api/features.ts';
import { hashSecret } from '../accounts/keys.ts';
import type { Context } from '../context.ts';
import { takeFromBalance, writeHold } from '../store/ledger-statements.ts';
import {
  countStreaming,
  findLiveIdByToken,
  markLiveJobStreaming,
  moveLive,
  updateStreamed,
} from '../store/live-statements.ts';
import type { Tx } from '../store/open.ts';
import { requireSession } from './live-read.ts';
import type { LiveSession } from './live-session.ts';
import { toBalanceError } from './submit.ts';

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
  const session = id === null ? null : await requireSession(db, id);
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
  return requireSession(db, session.id);
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
    const session = await requireSession(tx, id);
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

/** Throws `at_capacity` while as many stream as the service takes. */
export async function requireStreamSlot(context: Context, tx: Tx): Promise<void> {
  if ((await countStreaming(tx)) >= context.policy.maxStreams) {
    throw new AppError('at_capacity', 'All live streams of the service are taken. Try again soon.');
  }
}
