/**
 * Sends due deliveries: claims them from the outbox within the slots of hosts and accounts, and writes the
 * outcome. One loop, woken by `wake()` when a job has finished and by a timer when the next retry is due, at
 * the latest after the poll interval (for a delivery queued by another process).
 */
import type { Clock } from '../../base/clock.ts';
import { WEBHOOK_EVENT } from '../../contract/api/webhooks.ts';
import type { Db } from '../store/db.ts';
import { watchClock } from '../process/clock-watch.ts';
import { longestRetryAfterMs, toDelayMs } from './backoff.ts';
import { claimDue, type ClaimedDelivery } from './claim-deliveries.ts';
import { DeliverySlots } from './delivery-slots.ts';
import { clampDeliveryDueTimes, findNextDueMs, finishAttempt, releaseDelivery } from './outbox.ts';
import type { AttemptOutcome, SendAttempt } from './sender.ts';
import { type SigningSecrets, toSignedHeaders } from './signature.ts';

/** Sets a timer; the returned function ends it. A seam for tests. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

/** Dependencies of the loop. */
export interface DispatcherOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly send: SendAttempt;
  /** Reads the secrets of an account, at every attempt, so that a rotation applies immediately. */
  readonly readSecrets: (accountId: string) => Promise<SigningSecrets>;
  /** Receives every finished attempt, for logs and metrics. */
  readonly onAttempt?: ((claimed: ClaimedDelivery, outcome: AttemptOutcome) => void) | undefined;
  /** Called when the outbox could not be read or written; the loop continues after the poll interval. */
  readonly onFault: (error: unknown) => void;
  readonly setTimer?: SetTimer | undefined;
  /** 0…1, for the jitter. */
  readonly chance?: (() => number) | undefined;
}

const pollFloorMs = 2000;
/** Longer than the longest attempt (15 s) by far, short enough that a crash delays little. */
const leaseMs = 60_000;

const systemTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** The running loop. It starts immediately; its creator closes it. */
export class WebhookDispatcher {
  readonly #options: DispatcherOptions;
  readonly #setTimer: SetTimer;
  readonly #abort = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #slots = new DeliverySlots();
  readonly #clockWatch: ReturnType<typeof watchClock>;
  #endTimer = (): void => undefined;
  #round: Promise<void> | null = null;
  #isRequestedAgain = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#setTimer = options.setTimer ?? systemTimer;
    this.#clockWatch = watchClock(options.clock);
    this.wake();
  }

  /** Claims due deliveries soon; cheap, may be called at any time. */
  wake(): void {
    if (this.#abort.signal.aborted) {
      return;
    }
    if (this.#round !== null) {
      this.#isRequestedAgain = true;
      return;
    }
    this.#round = this.#runRounds();
  }

  /** Ends when nothing is being sent and nothing is due now; for orderly tests and shutdown. */
  async settle(): Promise<void> {
    for (let pending = this.#listPending(); pending.length > 0; pending = this.#listPending()) {
      await Promise.all(pending);
    }
  }

  /** Aborts running attempts, gives their deliveries back and ends the loop. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.settle();
    this.#endTimer();
  }

  async #runRounds(): Promise<void> {
    try {
      do {
        this.#isRequestedAgain = false;
        this.#endTimer();
        await this.#runRound();
      } while (this.#isRequestedAgain && !this.#abort.signal.aborted);
    } catch (error) {
      this.#options.onFault(error);
    } finally {
      this.#round = null;
    }
  }

  async #runRound(): Promise<void> {
    const { db, clock } = this.#options;
    this.#endTimer = this.#setTimer(() => this.wake(), pollFloorMs);
    const nowMs = clock.nowMs();
    if (this.#clockWatch.wasSetBack()) {
      const longestWaitMs = longestRetryAfterMs;
      await clampDeliveryDueTimes(db, { nowMs, leaseMs, longestWaitMs });
      this.#clockWatch.settle();
    }
    const claimed = await claimDue(db, { nowMs, leaseMs, slots: this.#slots });
    for (const delivery of claimed) {
      this.#start(delivery);
    }
    const nextMs = await findNextDueMs(db);
    const waitMs = nextMs === null ? pollFloorMs : nextMs - clock.nowMs();
    if (waitMs > 0 && waitMs < pollFloorMs && !this.#abort.signal.aborted) {
      this.#endTimer();
      this.#endTimer = this.#setTimer(() => this.wake(), waitMs);
    }
  }

  #start(claimed: ClaimedDelivery): void {
    const run = this.#runAttempt(claimed);
    this.#running.add(run);
    void run.finally(() => {
      this.#running.delete(run);
      this.wake();
    });
  }

  async #runAttempt(claimed: ClaimedDelivery): Promise<void> {
    try {
      await attempt(this.#options, claimed, this.#abort.signal);
    } catch (error) {
      this.#options.onFault(error);
    } finally {
      this.#slots.release(claimed);
    }
  }

  #listPending(): readonly Promise<void>[] {
    return this.#round === null ? [...this.#running] : [this.#round, ...this.#running];
  }
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
