import { invariant } from '../../../base/errors.ts';
import { zeroMicros } from '../../../base/money.ts';
import { chargeOfStream, fromPriceColumn } from '../../billing/charge.ts';
import type { Context } from '../../context.ts';
import { endJob } from '../../store/job-statements.ts';
import { closeHold, findOpenHold } from '../../store/ledger-statements.ts';
import {
  listOverdueLive,
  listClaimedLive,
  type LivePair,
  moveLive,
  updateStreamed,
} from '../../store/live-statements.ts';
import type { Tx } from '../../store/db.ts';
import type { LiveSessionRow } from '../../store/schema.ts';
import { requirePair, requireSession } from './read-session.ts';
import type { LiveSession } from './live-session.ts';

/** How a session ends. */
export interface LiveSessionEnd {
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
  end: LiveSessionEnd,
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
    return requireSession(tx, id);
  });
}

async function settleSession(tx: Tx, { live, job }: LivePair, nowMs: number): Promise<void> {
  const match = { jobId: live.id, holder: 'anybody', nowMs } as const;
  const plain = { outputKey: null, report: null, notes: null };
  const unpaid = { ...plain, errorCode: null, errorMessage: null, errorDetails: null } as const;
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

/** Lets go of a session that has not streamed, so that it can be joined again. */
export async function leaveLiveSession(context: Context, id: string): Promise<void> {
  await moveLive(context.store.db, id, ['joined'], { status: 'created' });
}

/**
 * Ends sessions that never connected in time and streams whose connection was lost with their service. What runs in
 * this process ends by itself: a clock that was set, or a machine that slept, says nothing about it. Where this process
 * alone owns the store, what a run of it left behind, as on a full disk, is let go at the next look but one.
 */
export async function reapLiveSessions(context: Context): Promise<number> {
  const { store, clock, policy } = context;
  const nowMs = clock.nowMs();
  const silentSinceMs = nowMs - policy.liveSilenceMs;
  const listed = await listOverdueLive(store.db, { nowMs, silentSinceMs });
  const overdue = listed.filter(({ id }) => !context.liveRuns.has(id));
  for (const { id, status, streamed_ms } of overdue) {
    const reason = status === 'streaming' ? 'connection_lost' : 'expired';
    await endLiveSession(context, id, { streamedMs: streamed_ms, reason });
  }
  return overdue.length + (store.engine === 'sqlite' ? await releaseAbandoned(context) : 0);
}

async function releaseAbandoned(context: Context): Promise<number> {
  const claimed = await listClaimedLive(context.store.db);
  const abandoned = context.liveRuns.findAbandoned(claimed.map(({ id }) => id));
  await releaseClaimed(
    context,
    claimed.filter(({ id }) => abandoned.has(id)),
  );
  return abandoned.size;
}

/**
 * Ends what a predecessor left when it died: streams are charged for what they reported, the others can be
 * joined again. For a process that alone owns the store, before it takes anybody in.
 */
export async function recoverLiveSessions(context: Context): Promise<void> {
  await releaseClaimed(context, await listClaimedLive(context.store.db));
}

async function releaseClaimed(context: Context, claimed: readonly LiveSessionRow[]): Promise<void> {
  for (const { id, status, streamed_ms } of claimed) {
    if (status === 'streaming') {
      await endLiveSession(context, id, { streamedMs: streamed_ms, reason: 'connection_lost' });
    } else {
      await leaveLiveSession(context, id);
    }
  }
}
