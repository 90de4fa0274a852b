import { invariant } from '../../../base/errors.ts';
import { zeroMicros } from '../../../base/money.ts';
import { toStreamCharge, fromPriceColumn } from '../../billing/charge.ts';
import type { ServiceContext } from '../../service-context.ts';
import { endJob } from '../../store/statements/job-statements.ts';
import { closeHold, findOpenHold } from '../../store/statements/ledger-statements.ts';
import {
  listOverdueLive,
  listClaimedLive,
  type LiveMatch,
  type LiveSessionRows,
  moveLive,
  updateStreamed,
} from '../../store/statements/live-statements.ts';
import type { Tx } from '../../store/db.ts';
import type { LiveSessionRow } from '../../store/schema.ts';
import { isLostNode } from './place-session.ts';
import { requireLiveSessionRows, requireSession } from './read-session.ts';
import type { LiveSession } from './live-session.ts';

/** End of a session. */
export interface LiveSessionEnd {
  /** Total streamed time; the larger of this and the reported time counts. */
  readonly streamedMs: number;
  /** Reason such as `client_closed`, `time_used_up`, `expired`. */
  readonly reason: string;
  /**
   * Caller of the end: this node's run, which cannot end a session that another node runs now, or anybody (the
   * default).
   */
  readonly by?: 'run' | 'anybody' | undefined;
  /** The row that its end was decided by: what changed since is not ended. */
  readonly listed?: LiveSessionRow | undefined;
}

/**
 * Ends a session and charges min(streamed, cap); nothing when it never streamed. Any number of ends may
 * race, one counts; the others see the ended session.
 */
export async function endLiveSession(
  context: ServiceContext,
  id: string,
  end: LiveSessionEnd,
): Promise<LiveSession> {
  const nowMs = context.clock.nowMs();
  const holder = end.by === 'run' ? context : 'anybody';
  const match: LiveMatch = { id, holder, listed: end.listed };
  return context.store.db.transaction().execute(async (tx) => {
    if (end.listed === undefined) {
      await updateStreamed(tx, match, { streamedMs: Math.round(end.streamedMs), nowMs });
    }
    const moved = await moveLive(tx, match, ['created', 'joined', 'streaming'], {
      status: 'ended',
      ended_at_ms: nowMs,
      end_reason: end.reason,
    });
    if (moved !== null) {
      await settleSession(tx, await requireLiveSessionRows(tx, id), nowMs);
    }
    return requireSession(tx, id);
  });
}

async function settleSession(tx: Tx, { live, job }: LiveSessionRows, nowMs: number): Promise<void> {
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
  const costMicros = toStreamCharge(fromPriceColumn(job.price), stream, holdMicros);
  const ended = await endJob(tx, match, {
    ...unpaid,
    status: 'succeeded',
    chargedMicros: costMicros,
  });
  invariant(ended !== null, 'The job of a session ends with it.');
  await closeHold(tx, { id: live.id, state: 'posted', costMicros, nowMs });
}

/** Releases a session of this node that has not streamed, so that it can be joined again. */
export async function leaveLiveSession(context: ServiceContext, id: string): Promise<void> {
  await releaseSession(context, { id, holder: context });
}

async function releaseSession({ store }: ServiceContext, match: LiveMatch): Promise<void> {
  await moveLive(store.db, match, ['joined'], { status: 'created', node_id: null });
}

/**
 * Ends sessions that never connected in time and streams whose connection was lost with their service. What runs in
 * this process ends by itself: a clock that was set, or a machine that slept, says nothing about it. What a run of this
 * node left behind, as on a full disk or without its database, is let go at the next look but one. Sessions of lost
 * nodes that did not stream can be joined again at once. A client that takes its session again meanwhile keeps it.
 */
export async function reapLiveSessions(context: ServiceContext): Promise<number> {
  const { store, clock, policy } = context;
  const nowMs = clock.nowMs();
  const silentSinceMs = nowMs - policy.liveSilenceMs;
  const listed = await listOverdueLive(store.db, { nowMs, silentSinceMs });
  const overdue = listed.filter(({ id }) => !context.liveRuns.has(id));
  for (const live of overdue) {
    const reason = live.status === 'streaming' ? 'connection_lost' : 'expired';
    await endLiveSession(context, live.id, { streamedMs: live.streamed_ms, reason, listed: live });
  }
  const claimed = await listClaimedLive(store.db);
  return (
    overdue.length +
    (await releaseAbandoned(context, claimed)) +
    (await releaseLost(context, claimed))
  );
}

async function releaseAbandoned(
  context: ServiceContext,
  claimed: readonly LiveSessionRow[],
): Promise<number> {
  const { store, nodeId, liveRuns } = context;
  const own = claimed.filter((live) => store.engine === 'sqlite' || live.node_id === nodeId);
  const abandoned = liveRuns.findAbandoned(
    own.map(({ id, seen_at_ms }) => ({ id, seenAtMs: seen_at_ms })),
  );
  await releaseClaimed(
    context,
    own.filter(({ id }) => abandoned.has(id)),
  );
  return abandoned.size;
}

async function releaseLost(
  context: ServiceContext,
  claimed: readonly LiveSessionRow[],
): Promise<number> {
  const joined = claimed.filter(({ status, node_id }) => status === 'joined' && node_id !== null);
  let released = 0;
  for (const { id, node_id: nodeId } of joined) {
    if (nodeId !== null && nodeId !== context.nodeId && (await isLostNode(context, nodeId))) {
      await releaseSession(context, { id, holder: { nodeId } });
      released += 1;
    }
  }
  return released;
}

/**
 * Ends the sessions of a predecessor that died: streams are charged for their reported time, the others can be
 * joined again. For a process that is the store's only owner, before it admits anybody.
 */
export async function recoverLiveSessions(context: ServiceContext): Promise<void> {
  await releaseClaimed(context, await listClaimedLive(context.store.db));
}

async function releaseClaimed(
  context: ServiceContext,
  claimed: readonly LiveSessionRow[],
): Promise<void> {
  for (const live of claimed) {
    const { id, status, streamed_ms: streamedMs } = live;
    if (status === 'streaming') {
      const reason = 'connection_lost';
      await endLiveSession(context, id, { streamedMs, reason, listed: live });
    } else {
      await releaseSession(context, { id, holder: 'anybody', listed: live });
    }
  }
}
