import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { refusedByState } from '../../../contract/api/errors.ts';
import type { LiveFeature } from '../../../contract/api/features.ts';
import { hashSecret } from '../../accounts/keys.ts';
import type { ServiceContext } from '../../service-context.ts';
import { findKeyRow } from '../../store/statements/account-statements.ts';
import { debitBalance, writeHold } from '../../store/statements/ledger-statements.ts';
import {
  adoptLive,
  findLiveByToken,
  lockLiveCounts,
  markLiveJobStreaming,
  moveLive,
  updateStreamed,
} from '../../store/statements/live-statements.ts';
import type { Db, Tx } from '../../store/db.ts';
import type { LiveSessionRow } from '../../store/schema.ts';
import { isLostNode } from './place-session.ts';
import { requireOwnSlot } from './session-capacity.ts';
import { endLiveSession } from './end-session.ts';
import { requireLiveSessionRows, requireSession } from './read-session.ts';
import type { LiveSession } from './live-session.ts';
import { toBalanceError } from '../../jobs/submit.ts';

/**
 * Claims a session for one connection, and with it a slot of this node and of the account. A session of a lost node is taken over
 * unchanged: a stream continues from its reported time, and the time since then is not charged. The same holds for a session
 * of this node that the caller knows to have no run (`hasNoRun`): its run could not report its end, as without the database.
 * Throws `unauthorized` for a token that is unknown, of another feature or expired, or of a session that did not stream before
 * its key was revoked, `forbidden` when another connection has the session, `at_capacity` without a free slot,
 * `capability_unavailable` when this node cannot run it.
 */
export async function joinLiveSession(
  context: ServiceContext,
  feature: LiveFeature,
  token: string,
  { hasNoRun = false }: { readonly hasNoRun?: boolean } = {},
): Promise<LiveSession> {
  const { db } = context.store;
  const found = await findLiveByToken(db, hashSecret(token));
  const session = found === null ? null : await requireSession(db, found.id);
  if (found === null || session === null || session.feature !== feature) {
    throw new AppError('unauthorized', 'The session token is not valid.');
  }
  const isOver = session.status === 'ended' || session.expiresAtMs <= context.clock.nowMs();
  if (isOver && session.status !== 'streaming') {
    throw new AppError('unauthorized', 'The session has ended or expired. Open a new one.', {
      details: faultDetails('session_over'),
    });
  }
  if (session.status !== 'streaming') {
    await requireKey(db, found);
  }
  if (!context.isRunHere(feature)) {
    throw new AppError(
      'capability_unavailable',
      `${feature} cannot run on this node, and no other node of the service has a free slot for it. Try again soon.`,
    );
  }
  return db.transaction().execute(async (tx) => {
    await lockLiveCounts(tx);
    if ((await claimSession(context, tx, found, hasNoRun)) === null) {
      throw new AppError('forbidden', 'The session is in use by another connection.', {
        details: faultDetails('session_taken'),
      });
    }
    await requireOwnSlot(context, tx, session.accountId);
    return requireSession(tx, session.id);
  });
}

/** Throws `unauthorized` when the key of a session was revoked. */
async function requireKey(
  db: Db,
  { account_id: accountId, key_id: keyId }: LiveSessionRow,
): Promise<void> {
  const key = keyId === null ? null : await findKeyRow(db, accountId, keyId);
  if (key !== null && key.revoked_at_ms !== null) {
    throw new AppError('unauthorized', 'The API key of the session was revoked.');
  }
}

/** Claims a session that no node runs, that a lost node ran, or that this node no longer runs (`hasNoRun`); null when it runs. */
async function claimSession(
  context: ServiceContext,
  tx: Tx,
  { id, node_id: holderId }: LiveSessionRow,
  hasNoRun: boolean,
): Promise<LiveSessionRow | null> {
  const { nodeId, clock } = context;
  const match = { id, holder: { nodeId } };
  const joined = await moveLive(tx, match, ['created'], { status: 'joined', node_id: nodeId });
  if (joined !== null || holderId === null) {
    return joined;
  }
  const isLeft = holderId === nodeId ? hasNoRun : await isLostNode(context, holderId, tx);
  return isLeft ? adoptLive(tx, id, { lostNodeId: holderId, nodeId, nowMs: clock.nowMs() }) : null;
}

/** State of a session for its run. */
export interface LiveSessionState {
  /** False when the session was ended elsewhere, or another node runs it: the run has to stop. */
  readonly isRunning: boolean;
  /** Reason of its end; null while it has not ended. */
  readonly endReason: string | null;
}

/**
 * Extends a joined session that does not stream yet; has to be called every few seconds. Its time starts over
 * when its client was active, and an expired session ends here.
 */
export async function extendLiveSession(
  context: ServiceContext,
  id: string,
  { isActive }: { readonly isActive: boolean },
): Promise<LiveSessionState> {
  const { store, clock, policy } = context;
  const { live, job } = await requireLiveSessionRows(store.db, id);
  const nowMs = clock.nowMs();
  if (!isOwn(context, live)) {
    return { isRunning: false, endReason: null };
  }
  if (live.status !== 'joined') {
    return { isRunning: live.status !== 'ended', endReason: live.end_reason };
  }
  const maxMs = Math.min(nowMs + policy.liveExpiryMs, job.created_at_ms + policy.liveWaitMs);
  const untilMs = isActive ? Math.max(live.expires_at_ms, maxMs) : live.expires_at_ms;
  if (untilMs <= nowMs) {
    const { endReason } = await endLiveSession(context, id, { streamedMs: 0, reason: 'expired' });
    return { isRunning: false, endReason };
  }
  // A write every few seconds for each session would tell nothing.
  if (untilMs - live.expires_at_ms >= policy.liveExpiryMs / 10) {
    await moveLive(store.db, { id, holder: context }, ['joined'], { expires_at_ms: untilMs });
  }
  return { isRunning: true, endReason: null };
}

function isOwn({ nodeId }: ServiceContext, { node_id: ownerId }: LiveSessionRow): boolean {
  return ownerId === null || ownerId === nodeId;
}

/**
 * Starts to stream: the whole cost is held now. Throws `insufficient_credits` when the balance no longer covers
 * it, `unauthorized` when its key was revoked, and `invalid_input` (400) when the session is not joined.
 */
export async function startLiveStream(context: ServiceContext, id: string): Promise<LiveSession> {
  const nowMs = context.clock.nowMs();
  return context.store.db.transaction().execute(async (tx) => {
    const moved = await moveLive(tx, { id, holder: context }, ['joined'], {
      status: 'streaming',
      started_at_ms: nowMs,
      seen_at_ms: nowMs,
    });
    if (moved === null || !(await markLiveJobStreaming(tx, id, nowMs))) {
      throw refusedByState('Only a joined session can begin to stream.');
    }
    await requireKey(tx, moved);
    const session = await requireSession(tx, id);
    const { accountId, maxCostMicros: amountMicros } = session;
    if (!(await debitBalance(tx, { accountId, amountMicros }))) {
      throw await toBalanceError(tx, accountId, amountMicros);
    }
    await writeHold(tx, { id, accountId, amountMicros, nowMs });
    return session;
  });
}

/**
 * Stores the streamed time of a session; has to be called every few seconds, which also proves that the stream
 * is alive.
 */
export async function reportStreamed(
  context: ServiceContext,
  id: string,
  streamedMs: number,
): Promise<LiveSessionState> {
  const { db } = context.store;
  const isRunning = await updateStreamed(
    db,
    { id, holder: context },
    { streamedMs: Math.round(streamedMs), nowMs: context.clock.nowMs() },
  );
  return { isRunning, endReason: isRunning ? null : (await requireSession(db, id)).endReason };
}
