import { toWireError, type WireError } from '../../base/errors.ts';
import { isTerminalState } from '../../contract/ipc/jobs.ts';
import type { JobQueueState } from '../../contract/ipc/queue.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobSlots } from './job-slots.ts';
import type { JobEntry, JobStore } from './job-store.ts';
import type { QueueFile } from './queue-file.ts';
import { moveBefore, sortByQueueOrder } from './queue-order.ts';
import { decideResend, longestDelayMs } from './resend.ts';

/** Dependencies of the job queue. */
export interface JobQueueOptions {
  readonly store: Pick<JobStore, 'list' | 'find' | 'require'>;
  /** Changes a job and shows that. */
  readonly change: (id: string, patch: Pick<JobEntry, 'retryAtMs'>) => void;
  readonly file: StoredJsonFile<QueueFile>;
  readonly runner: Pick<JobRunner, 'run' | 'isRunning'>;
  readonly slots: Pick<JobSlots, 'find' | 'findKnown'>;
  /** Something of {@link JobQueue.describe} may have changed. */
  readonly onChange: () => void;
  /** Wakes the queue after a time; the returned function cancels that. */
  readonly wakeAfter: (durationMs: number, wake: () => void) => () => void;
  readonly nowMs: () => number;
}

/** A service that takes nothing for a while. */
interface Hold {
  readonly untilMs: number;
  readonly error: WireError;
}

/** Refusals after which the end of another job makes a retry worthwhile: it frees a slot, or held money. */
const freedByAnEnd = new Set(['at_capacity', 'insufficient_credits']);

/**
 * Queue of the jobs that wait in this app. A service gets as many as it processes concurrently; the next one is
 * sent when one of them is rendered or has ended.
 *
 *   add ──▶ waiting ──(not paused, a slot is free, nothing holds the service back)──▶ JobRunner
 *              ▲                                                                         │
 *              └──────────── refused for now: `resend.ts` decides until when ◀───────────┘
 *
 * After a refusal, only the first job of the queue retries at that service; the others wait behind it.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #holds = new Map<string, Hold>();
  /** Refusals in a row, by service and by job. */
  readonly #refusals = new Map<string, number>();
  /** Jobs that go although the queue is paused. */
  readonly #urgent = new Set<string>();
  #isStopped = false;
  #cancelWake = (): void => undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
  }

  /** Continues the jobs that were running when the app ended, then the queue. */
  resume(): void {
    const { store, runner } = this.#options;
    for (const { id, state } of store.list()) {
      if (!isTerminalState(state) && state !== 'waiting' && state !== 'unconfirmed') {
        runner.run(id);
      }
    }
    this.wake();
  }

  /** Stops starting jobs. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelWake();
  }

  /** Sends what may be sent. */
  wake(): void {
    if (this.#isStopped) {
      return;
    }
    this.#cancelWake();
    const { runner, slots, wakeAfter } = this.#options;
    const { isPaused } = this.#options.file.read();
    const { busy, sending } = this.#countBusy();
    let nextMs = Infinity;
    for (const { id, profileId, retryAtMs, isCanceling } of this.#listWaiting()) {
      const leftMs = Math.max(
        this.#left(this.#holds.get(profileId)?.untilMs ?? null),
        this.#left(retryAtMs),
      );
      if (leftMs > 0) {
        nextMs = Math.min(nextMs, leftMs);
        continue;
      }
      const running = busy.get(profileId) ?? 0;
      // A service that refused is asked with one job at a time, until it takes one.
      const isRequested = this.#refusals.has(profileId) && sending.has(profileId);
      const isWanted = !isPaused || this.#urgent.has(id);
      const isFree = isWanted && !isRequested && running < slots.find(profileId);
      // A cancelled job only needs to find out its outcome.
      if (isFree || isCanceling) {
        busy.set(profileId, running + 1);
        sending.add(profileId);
        this.#urgent.delete(id);
        runner.run(id);
      }
    }
    if (nextMs < Infinity) {
      this.#cancelWake = wakeAfter(nextMs, () => this.wake());
    }
    this.#options.onChange();
  }

  /** Handles a change of a job's state, or its release by the runner. */
  step(entry: JobEntry | null): void {
    if (entry !== null && entry.jobId !== null) {
      // The service accepted it, so its earlier refusals no longer count.
      this.#refusals.delete(entry.id);
      this.#refusals.delete(entry.profileId);
      const hold = this.#holds.get(entry.profileId);
      const isFreed = isTerminalState(entry.state) && freedByAnEnd.has(hold?.error.code ?? '');
      if (entry.state === 'queued' || isFreed) {
        this.#holds.delete(entry.profileId);
      }
      if (isFreed) {
        this.#askAgain(
          ({ profileId, error }) =>
            profileId === entry.profileId && freedByAnEnd.has(error?.code ?? ''),
        );
      }
    }
    this.wake();
  }

  /** Returns when a refused job is sent again, null for never, and delays other jobs for the same service. */
  findRetryAtMs({ id, profileId }: JobEntry, error: unknown): number | null {
    const tries = Math.max(this.#refusals.get(id) ?? 0, this.#refusals.get(profileId) ?? 0);
    const again = decideResend(error, tries);
    if (again === null) {
      this.#refusals.delete(id);
      return null;
    }
    const untilMs = this.#options.nowMs() + again.delayMs;
    this.#refusals.set(again.of === 'service' ? profileId : id, tries + 1);
    if (again.of === 'service') {
      this.#holds.set(profileId, { untilMs, error: toWireError(error) });
    }
    return untilMs;
  }

  pause(isPaused: boolean): void {
    this.#write({ isPaused });
    if (!isPaused) {
      this.release();
    }
    this.wake();
  }

  move(ids: readonly string[], beforeId: string | null): void {
    const waiting = this.#listWaiting().map(({ id }) => id);
    this.#write({ order: moveBefore(waiting, ids, beforeId) });
    this.wake();
  }

  /** Moves a job to the front and contacts its service at once, whatever delayed it. */
  runNow(id: string): void {
    const { profileId, state } = this.#options.store.require(id);
    if (state === 'waiting') {
      this.#holds.delete(profileId);
      this.#options.change(id, { retryAtMs: null });
      this.#urgent.add(id);
      this.move([id], this.#listWaiting()[0]?.id ?? null);
    }
  }

  /** Clears all holds, because their cause may have changed. */
  release(): void {
    this.#holds.clear();
    this.#askAgain(() => true);
  }

  /** State of the queue. */
  describe(): Pick<JobQueueState, 'isPaused' | 'order' | 'slots' | 'holds'> {
    const { file, slots, store } = this.#options;
    const waiting = this.#listWaiting();
    const going = store.list().filter(({ state }) => !isTerminalState(state));
    const profileIds = new Set(going.map(({ profileId }) => profileId));
    return {
      isPaused: file.read().isPaused,
      order: waiting.map(({ id }) => id),
      slots: Object.fromEntries([...profileIds].map((id) => [id, slots.findKnown(id)])),
      holds: [...this.#holds]
        .filter(([, { untilMs }]) => this.#left(untilMs) > 0)
        .map(([profileId, { untilMs, error }]) => ({ profileId, untilMs, error })),
    };
  }

  /** Jobs that were refused need not wait any longer. */
  #askAgain(which: (entry: JobEntry) => boolean): void {
    for (const entry of this.#listWaiting()) {
      if (entry.retryAtMs !== null && which(entry)) {
        this.#options.change(entry.id, { retryAtMs: null });
      }
    }
  }

  #listWaiting(): readonly JobEntry[] {
    const { store, runner, file } = this.#options;
    const arrived = store
      .list()
      .filter(({ id, state }) => state === 'waiting' && !runner.isRunning(id))
      .toReversed();
    return sortByQueueOrder(arrived, file.read().order);
  }

  /**
   * Counts the jobs by service that it has or is about to get, and lists those being sent. Jobs that are only
   * collected do not count.
   */
  #countBusy(): { readonly busy: Map<string, number>; readonly sending: Set<string> } {
    const { store, runner } = this.#options;
    const busy = new Map<string, number>();
    const sending = new Set<string>();
    for (const { id, state, profileId } of store.list()) {
      const isSending = state === 'sending' || (state === 'waiting' && runner.isRunning(id));
      if (isSending || state === 'queued' || state === 'processing') {
        busy.set(profileId, (busy.get(profileId) ?? 0) + 1);
      }
      if (isSending) {
        sending.add(profileId);
      }
    }
    return { busy, sending };
  }

  /** Time until a moment. A delay beyond all valid ones was computed with a wrong clock. */
  #left(untilMs: number | null): number {
    const leftMs = (untilMs ?? 0) - this.#options.nowMs();
    return leftMs > longestDelayMs ? 0 : Math.max(0, leftMs);
  }

  #write(change: Partial<QueueFile>): void {
    const { file, store } = this.#options;
    const next = { ...file.read(), ...change };
    const order = next.order.filter((id) => store.find(id)?.state === 'waiting');
    file.write({ ...next, order });
  }
}
