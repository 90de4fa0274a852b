/**
 * Billing of a session, driven by the events of the service.
 *
 *   waiting ── start: the whole cost is held ──▶ streaming ── settle: the streamed time is charged ──▶ settled
 *      └── settle: nothing is charged, and the session can be joined again unless it was canceled ──▶ settled
 */
import { AppError } from '../../../base/errors.ts';
import type { SessionEndReason } from '../../../contract/api/sockets.ts';
import type { Core } from '../../start/core.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { LiveSessionState } from '../session/stream-session.ts';
import {
  type SessionEnding,
  toEndingElsewhere,
  toFailedEnding,
  toUsedUpEnding,
} from '../session/session-ending.ts';

/** The part of the service that the billing of a session needs. */
export type SwapBillingCore = Pick<
  Core,
  'startLiveStream' | 'extendLiveSession' | 'reportStreamed' | 'endLiveSession' | 'leaveLiveSession'
>;

/** Dependencies of a session's money. */
export interface SwapBillingOptions {
  readonly core: SwapBillingCore;
  readonly session: Pick<LiveSession, 'id' | 'maxDurationSec' | 'status' | 'streamedMs'>;
  readonly onTrouble: (message: string, error: unknown) => void;
  /** Called when the cost is held, so that frames may be swapped. Not after `stop`. */
  readonly onStarted: () => void;
  /**
   * Called when the balance is too small, the time is used up, the session ended elsewhere, or its stream
   * cannot start.
   */
  readonly onEnding: (ending: SessionEnding) => void;
  /** Returns whether the client showed activity since the call before. */
  readonly collectActivity: () => boolean;
}

/** A session that waits to stream. */
export class SwapBilling {
  readonly #options: SwapBillingOptions;
  #starting: Promise<void> | null = null;
  #startedAtMs: number | null = null;
  #hardStop: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: SwapBillingOptions) {
    this.#options = options;
    const { status, streamedMs } = options.session;
    if (status === 'streaming') {
      // An earlier run started it, here or at another node: the time since its last report is not charged.
      this.#run(streamedMs);
    }
  }

  /** Time since the stream began, with pauses; 0 before the start. */
  get elapsedMs(): number {
    return this.#startedAtMs === null ? 0 : performance.now() - this.#startedAtMs;
  }

  /** Holds the whole cost, with the first call alone; that of a stream which an earlier run began is held already. */
  start(): void {
    this.#starting ??= this.#start();
  }

  /** Reports that the session continues; has to be called every few seconds. */
  async report(streamedMs: number): Promise<void> {
    const { onEnding, onTrouble } = this.#options;
    try {
      const state = await this.#report(streamedMs);
      if (!state.isRunning) {
        onEnding(toEndingElsewhere(state));
      }
    } catch (error) {
      onTrouble('a swap session could not be kept', error);
    }
  }

  /** Stops watching the time of a session that ends. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#hardStop);
  }

  /** Charges the streamed time; a session that never streamed is released. After `stop`. */
  async settle(reason: SessionEndReason, streamedMs: () => number): Promise<void> {
    const { core, session } = this.#options;
    const { id } = session;
    await this.#starting;
    if (this.#startedAtMs === null) {
      await (reason === 'canceled'
        ? core.endLiveSession(id, { streamedMs: 0, reason, by: 'run' })
        : core.leaveLiveSession(id));
      return;
    }
    await core.endLiveSession(id, { streamedMs: this.#bound(streamedMs()), reason, by: 'run' });
  }

  /** Caps the streamed time at the time elapsed here, whatever a worker reported. */
  #bound(streamedMs: number): number {
    return Math.min(streamedMs, this.elapsedMs);
  }

  /** Starts the clock of the stream with `beforeMs` already streamed. */
  #run(beforeMs: number): void {
    const { session, onEnding } = this.#options;
    this.#startedAtMs = performance.now() - beforeMs;
    if (!this.#isStopped) {
      const leftMs = session.maxDurationSec * 1000 - beforeMs;
      this.#hardStop = setTimeout(() => onEnding(toUsedUpEnding(session.maxDurationSec)), leftMs);
    }
  }

  async #start(): Promise<void> {
    const { core, session, onStarted, onEnding } = this.#options;
    try {
      if (this.#startedAtMs === null) {
        await core.startLiveStream(session.id);
        this.#run(0);
      }
      if (!this.#isStopped) {
        onStarted();
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'insufficient_credits') {
        onEnding({ reason: 'balance', close: { code: 'balance', error } });
      } else {
        await this.report(0);
        onEnding(toFailedEnding(error));
      }
    }
  }

  #report(streamedMs: number): Promise<LiveSessionState> {
    const { core, session, collectActivity } = this.#options;
    return this.#startedAtMs === null
      ? core.extendLiveSession(session.id, { isActive: collectActivity() })
      : core.reportStreamed(session.id, this.#bound(streamedMs));
  }
}
