/**
 * Sends what is due: claims from the outbox within the slots of hosts and accounts, writes the
 * outcome. One loop, woken by `wake()` when a job has finished and by a timer when the next retry is
 * due, at the latest after the poll floor (a delivery queued by another process).
 */
import type { Clock } from '../../base/clock.ts';
import { WEBHOOK_EVENT } from '../../contract/api/webhooks.ts';
import type { Db } from '../store/db.ts';
import { watchClock } from '../process/clock-watch.ts';
import { longestRetryAfterMs, toDelayMs } from './backoff.ts';
import { DeliverySlots } from './delivery-slots.ts';
import {
  bringDeliveriesForward,
  claimDue,
  type ClaimedDelivery,
  findNextDueMs,
  finishAttempt,
  releaseDelivery,
} from './outbox.ts';
import type { AttemptOutcome, SendAttempt } from './sender.ts';
import { type SigningSecrets, toSignedHeaders } from './signature.ts';

/** Sets a timer; the returned function ends it. A seam for tests. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

/** What the loop stands on. */
export interface DispatcherOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly send: SendAttempt;
  /** The secrets of an account, asked at every attempt so that a rotation counts at once. */
  readonly readSecrets: (accountId: string) => Promise<SigningSecrets>;
  /** Told about every finished attempt; for logs and metrics. */
  readonly onAttempt?: ((claimed: ClaimedDelivery, outcome: AttemptOutcome) => void) | undefined;
  /** Told when the outbox could not be read or written; the loop goes on after the poll floor. */
  readonly onFault: (error: unknown) => void;
  readonly setTimer?: SetTimer | undefined;
  /** 0…1, for the jitter. */
  readonly chance?: (() => number) | undefined;
}

/** The running loop. */
export interface Dispatcher {
  /** Looks for due deliveries soon; cheap, may be called at any time. */
  wake(): void;
  /** Ends when nothing is being sent and nothing is due now; for orderly tests and shutdown. */
  settle(): Promise<void>;
  /** Aborts running attempts, gives their deliveries back and ends the loop. */
  close(): Promise<void>;
}

const pollFloorMs = 2000;
/** Longer than the longest attempt (15 s) by far, short enough that a crash delays little. */
const leaseMs = 60_000;

const systemTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Opens the loop; it begins at once. The caller closes it. */
export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const setTimer = options.setTimer ?? systemTimer;
  const abort = new AbortController();
  const running = new Set<Promise<void>>();
  const slots = new DeliverySlots();
  const clockWatch = watchClock(options.clock);
  let endTimer = (): void => undefined;
  let round: Promise<void> | null = null;
  let isAskedAgain = false;

  function wake(): void {
    if (abort.signal.aborted) {
      return;
    }
    if (round !== null) {
      isAskedAgain = true;
      return;
    }
    round = keepRound();
  }

  async function keepRound(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        endTimer();
        await runRound();
      } while (isAskedAgain && !abort.signal.aborted);
    } catch (error) {
      options.onFault(error);
    } finally {
      round = null;
    }
  }

  async function runRound(): Promise<void> {
    endTimer = setTimer(wake, pollFloorMs);
    const nowMs = options.clock.nowMs();
    if (clockWatch.wasSetBack()) {
      const longestWaitMs = longestRetryAfterMs;
      await bringDeliveriesForward(options.db, { nowMs, leaseMs, longestWaitMs });
      clockWatch.settle();
    }
    const claimed = await claimDue(options.db, { nowMs, leaseMs, slots });
    for (const delivery of claimed) {
      start(delivery);
    }
    const nextMs = await findNextDueMs(options.db);
    const waitMs = nextMs === null ? pollFloorMs : nextMs - options.clock.nowMs();
    if (waitMs > 0 && waitMs < pollFloorMs && !abort.signal.aborted) {
      endTimer();
      endTimer = setTimer(wake, waitMs);
    }
  }

  function start(claimed: ClaimedDelivery): void {
    const run = runAttempt(claimed);
    running.add(run);
    void run.finally(() => {
      running.delete(run);
      wake();
    });
  }

  async function runAttempt(claimed: ClaimedDelivery): Promise<void> {
    try {
      await attempt(options, claimed, abort.signal);
    } catch (error) {
      options.onFault(error);
    } finally {
      slots.release(claimed);
    }
  }

  function listPending(): readonly Promise<void>[] {
    return round === null ? [...running] : [round, ...running];
  }

  async function settle(): Promise<void> {
    for (let pending = listPending(); pending.length > 0; pending = listPending()) {
      await Promise.all(pending);
    }
  }

  wake();
  return {
    wake,
    settle,
    async close() {
      abort.abort();
      await settle();
      endTimer();
    },
  };
}

async function attempt(
  options: DispatcherOptions,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await tryToSend(options, claimed, signal);
  if (outcome === null) {
    await releaseDelivery(options.db, claimed);
    return;
  }
  const nowMs = options.clock.nowMs();
  const chance = (options.chance ?? Math.random)();
  const delayMs = outcome.isDelivered
    ? null
    : toDelayMs(claimed.attemptNo + 1, chance, outcome.retryAfterMs);
  await finishAttempt(options.db, claimed, {
    isDelivered: outcome.isDelivered,
    status: outcome.status,
    problem: outcome.failure === null ? null : toProblem(outcome),
    durationMs: outcome.durationMs,
    nowMs,
    nextAtMs: delayMs === null ? null : nowMs + delayMs,
  });
  options.onAttempt?.(claimed, outcome);
}

/** Null when the service stopped in the middle: the attempt does not count then. */
async function tryToSend(
  options: DispatcherOptions,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome | null> {
  try {
    const headers = toSignedHeaders({
      deliveryId: claimed.id,
      event: WEBHOOK_EVENT,
      body: claimed.body,
      secrets: await options.readSecrets(claimed.accountId),
      attemptNo: claimed.attemptNo,
      nowMs: options.clock.nowMs(),
    });
    return await options.send({ url: claimed.url, body: claimed.body, headers, signal });
  } catch (error) {
    if (signal.aborted) {
      return null;
    }
    throw error;
  }
}

function toProblem(outcome: AttemptOutcome): string {
  const status = outcome.status === null ? '' : ` (status ${outcome.status})`;
  const detail = outcome.detail === null ? '' : `: ${outcome.detail}`;
  return `${outcome.failure ?? ''}${status}${detail}`;
}
