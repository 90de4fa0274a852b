/**
 * A live swap session of this node: its connection, media, billing and end.
 *
 *   joined ── session_join, then set_image or prompt: room_info ──▶ open
 *   open ── first camera frame that can be swapped: hold ──▶ streaming
 *   streaming ── goodbye, time used up, idle, gone for 30 s, media failed ──▶ ended: streamed time is charged
 *      └─ any end before streaming: the session is released and can be joined again until it expires
 *
 * A session that streamed at a node which died, or here in a run that could not report its end, starts as streaming, without
 * media until its client asks for it.
 *
 * Before it streams, messages and frames extend its time to start, up to an hour; then it ends as `expired`. In
 * either state, it ends when neither a message nor a frame came for two minutes (`idle`), and its connection
 * when two pings are unanswered.
 */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { LiveSessionRun } from '../socket/live-endpoint.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import { ClientActivity } from './activity.ts';
import { createStreamWatch } from './stream-watch.ts';
import { SwapBilling, type SwapBillingCore } from './swap-billing.ts';
import { type SessionJoin, SwapConnection } from './swap-connection.ts';
import { SwapControl, type SwapControlDependencies } from './swap-control.ts';
import {
  canceledEnding,
  type SessionEnding,
  toFailedEnding,
  toIdleEnding,
} from '../session/session-ending.ts';
import { toStatsMessage } from './swap-stats.ts';

/** Dependencies of the sessions. */
export interface SwapRunDependencies extends SwapControlDependencies {
  readonly core: SwapBillingCore;
}

const STATS_MS = 1000;
const REPORT_EVERY = 2;

/** A session without a connection. */
export class SwapRun implements LiveSessionRun {
  readonly session: LiveSession;
  readonly #dependencies: SwapRunDependencies;
  readonly #over = Promise.withResolvers<void>();
  readonly #activity = new ClientActivity();
  readonly #watch = createStreamWatch();
  readonly #connection: SwapConnection;
  readonly #control: SwapControl;
  readonly #billing: SwapBilling;
  readonly #ticking: NodeJS.Timeout;
  #ticks = 0;
  #ending: Promise<void> | null = null;

  constructor(dependencies: SwapRunDependencies, session: LiveSession) {
    this.#dependencies = dependencies;
    this.session = session;
    this.#connection = new SwapConnection(dependencies.limits.graceMs, {
      onActive: () => this.#activity.note(),
      onJoin: (message) => this.#join(message),
      onRequest: (message) => {
        this.#control.receive(message);
        if (message.type !== 'passthrough') {
          void this.#invite();
        }
      },
      onAbsent: () => this.#end({ reason: 'client_closed' }),
    });
    this.#control = new SwapControl({
      dependencies,
      session,
      connection: this.#connection,
      onCamera: () => this.#billing.start(),
      onFailed: (error) => this.#end(toFailedEnding(error)),
    });
    this.#billing = new SwapBilling({
      core: dependencies.core,
      session,
      onTrouble: dependencies.onTrouble,
      onStarted: () => {
        this.#activity.note();
        this.#control.media?.stream();
      },
      onEnding: (ending) => this.#end(ending),
      collectActivity: () => this.#activity.collect(),
    });
    this.#ticking = setInterval(() => this.#tick(), STATS_MS);
  }

  get ended(): Promise<void> {
    return this.#over.promise;
  }

  /** Streamed time of all workers, including those of the previous node. */
  get #streamedMs(): number {
    return this.session.streamedMs + (this.#control.media?.streamedMs ?? 0);
  }

  /** Process id of the worker, null without one. */
  get workerPid(): number | null {
    return this.#control.media?.workerPid ?? null;
  }

  /** Null while no camera frames arrive, when a low rate has no meaning. */
  get framesPerSecond(): number | null {
    const { report } = this.#control.media ?? {};
    return this.#activity.isSending ? (report?.framesPerSecond ?? null) : null;
  }

  attach(socket: LiveSocket): void {
    if (this.#ending === null) {
      this.#connection.attach(socket);
      if (this.session.status === 'streaming' && this.#control.media === null) {
        this.#connection.warn(
          'session_moved',
          'What ran the session is gone, and it goes on here: send session_join and the picture again, and join the room of room_info.',
        );
      }
    } else {
      socket.fail(
        'token',
        new AppError('unauthorized', 'The session has ended. Open a new one.', {
          details: faultDetails('session_over'),
        }),
      );
    }
  }

  async end(reason: 'canceled' | 'service_stopping'): Promise<void> {
    this.#end(reason === 'canceled' ? canceledEnding : { reason });
    await this.#over.promise;
  }

  #join(message: SessionJoin): void {
    this.#connection.send({ type: 'ack', for: 'session_join' });
    if (this.#control.join(message)) {
      void this.#invite();
    }
  }

  /** Opens the media at the first call, and invites the client of this connection. */
  async #invite(): Promise<void> {
    try {
      await this.#connection.invite(() => this.#control.createInvitation());
    } catch (error) {
      this.#dependencies.onTrouble('the media of a swap session could not be opened', error);
      this.#end(toFailedEnding(error));
    }
  }

  #tick(): void {
    const { idleMs } = this.#dependencies.limits;
    const { media } = this.#control;
    this.#activity.notePictures(media?.report?.received ?? 0);
    if (this.#activity.silentMs > idleMs) {
      this.#end(toIdleEnding(idleMs));
      return;
    }
    if (media !== null) {
      const { report } = media;
      const streamedMs = this.#streamedMs;
      const { elapsedMs } = this.#billing;
      const { maxDurationSec } = this.session;
      this.#connection.send(toStatsMessage({ report, streamedMs, elapsedMs, maxDurationSec }));
      const notice = this.#watch.observe(report);
      if (notice !== null && !(notice.code === 'no_character' && this.#control.isPreparing)) {
        this.#connection.warn(notice.code, notice.message);
      }
    }
    this.#ticks += 1;
    if (this.#ticks % REPORT_EVERY === 0) {
      void this.#billing.report(this.#streamedMs);
    }
  }

  #end(ending: SessionEnding): void {
    this.#ending ??= this.#finish(ending).catch((error: unknown) => {
      this.#dependencies.onTrouble('a swap session could not be settled', error);
    });
  }

  async #finish(ending: SessionEnding): Promise<void> {
    clearInterval(this.#ticking);
    this.#connection.stopWaiting();
    this.#billing.stop();
    try {
      await this.#control.close();
      await this.#billing.settle(ending.reason, () => this.#streamedMs);
    } finally {
      this.#connection.close(ending);
      this.#over.resolve();
    }
  }
}
