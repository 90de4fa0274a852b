import type { AppError } from '../../base/errors.ts';
import type { TrackerHost } from '../swap/tracker-host.ts';
import { toSwapFailure } from './to-failure.ts';

/** Delay until a failed tracker is opened again. */
const REOPEN_MS = 1000;

/**
 * Reopens the tracker of a live swap after failures.
 *
 *   open ──drop──▶ closed ──1 s, find──▶ reopening ──▶ open
 *                     ▲────── fails ──────────┘
 */
export class TrackerSupervisor {
  readonly #open: () => Promise<TrackerHost>;
  #tracker: TrackerHost | null;
  #reopening: Promise<void> = Promise.resolve();
  #reopenAtMs = Number.POSITIVE_INFINITY;
  #failure: AppError | null = null;
  #isClosed = false;

  constructor(tracker: TrackerHost, open: () => Promise<TrackerHost>) {
    this.#tracker = tracker;
    this.#open = open;
  }

  /** Reason why there is no tracker; null when there is one. */
  get failure(): AppError | null {
    return this.#failure;
  }

  /** Returns the tracker; starts to open another when the delay has passed. */
  find(): TrackerHost | null {
    if (this.#tracker === null && !this.#isClosed && performance.now() >= this.#reopenAtMs) {
      this.#reopenAtMs = Number.POSITIVE_INFINITY;
      this.#reopening = this.#reopen();
    }
    return this.#tracker;
  }

  /** Closes a failed tracker, once. */
  drop(tracker: TrackerHost, failure: AppError): void {
    if (this.#tracker === tracker && !this.#isClosed) {
      this.#tracker = null;
      this.#failure = failure;
      this.#reopenAtMs = performance.now() + REOPEN_MS;
      void tracker.close();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reopening;
    await this.#tracker?.close();
  }

  async #reopen(): Promise<void> {
    try {
      this.#tracker = await this.#open();
      this.#failure = null;
    } catch (error) {
      this.#failure = toSwapFailure(error);
      this.#reopenAtMs = performance.now() + REOPEN_MS;
    }
  }
}
