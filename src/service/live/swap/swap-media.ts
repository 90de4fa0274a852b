/**
 * Media of a session: its room, and the worker that swaps in it.
 *
 *   opening ──▶ running ── worker is lost: another one joins, with all that was set ──▶ running
 *                  └── lost too often ──▶ failed            any ── close ──▶ closed
 *   opening ── the room cannot be reached: a worker of this machine tries again, twice ──▶ opening, or failed
 */
import { AppError, fromWireError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { MediaRoom, MediaRooms } from '../../../room/provider/media-rooms.ts';
import type { LiveWorker } from '../worker/live-worker-host.ts';
import type { LiveWorkers } from '../worker/live-workers.ts';
import type {
  ChangeOutcome,
  FromLiveWorker,
  StreamReport,
  SwapChange,
  SwapSettings,
} from '../worker/worker-messages.ts';
import type { SwapLimits } from './limits.ts';
import { SwapChanges } from './swap-changes.ts';

/** Names of the two participants. */
const STREAMER = 'streamer';
const ENGINE = 'guise-engine';
const LOSSES_WITHIN_MS = 60_000;
/** Number of retries when a room is unreachable; in each one a worker waits for most of a minute. */
const MAX_RETRIES = 2;
const WATCH_MS = 1000;
/** Loading networks and joining a room takes a second, on a busy machine up to a minute. */
const JOIN_MS = 120_000;
const LEAVE_MS = 3000;

/** Hears of the media of a session. */
export interface SwapMediaListener {
  /** Pictures of the camera come and something can be shown. Until `stream` they are covered. */
  onCamera(): void;
  /** A worker was lost and another one takes over. */
  onRestart(how: string): void;
  /** Called when the worker cannot reach the room; a retry follows. */
  onUnreachable(): void;
  /** Called when workers keep failing, or none reaches the room; the media ends. */
  onFailed(error: AppError): void;
}

/** Options of the media. */
export interface SwapMediaOptions {
  readonly rooms: Pick<MediaRooms, 'create'>;
  readonly workers: Pick<LiveWorkers, 'acquire' | 'release'>;
  readonly roomName: string;
  /** Validity of the room's tokens. */
  readonly tokenSec: number;
  readonly settings: SwapSettings;
  /** True when an engine of another node may still be in the room. */
  readonly isMoved: boolean;
  readonly limits: Pick<SwapLimits, 'silenceMs' | 'maxLosses'>;
  readonly listener: SwapMediaListener;
}

/**
 * Opens the room and lets a worker join it, without waiting for the join. Throws `at_capacity` without a
 * worker.
 */
export async function openSwapMedia(options: SwapMediaOptions): Promise<SwapMedia> {
  const { rooms, roomName } = options;
  const room = await rooms.create(roomName);
  try {
    return new SwapMedia(options, room);
  } catch (error) {
    await room.close();
    throw error;
  }
}

/** See the head of the file. */
export class SwapMedia {
  readonly #options: SwapMediaOptions;
  readonly #room: MediaRoom;
  readonly #changes = new SwapChanges();
  readonly #watching: NodeJS.Timeout;
  #worker: LiveWorker | null = null;
  #lastMessageAtMs = 0;
  #hasJoined = false;
  #lossesAtMs: number[] = [];
  #retries = 0;
  #isStreaming = false;
  /** True when an engine was lost that may still be in the room. */
  #isCovered: boolean;
  #isClosed = false;
  #report: StreamReport | null = null;
  /** Streamed by workers that are gone. */
  #streamedBeforeMs = 0;
  #onLeft: (() => void) | null = null;

  constructor(options: SwapMediaOptions, room: MediaRoom) {
    this.#options = options;
    this.#room = room;
    this.#isCovered = options.isMoved;
    this.#start();
    this.#watching = setInterval(() => this.#watch(), WATCH_MS);
  }

  /** URL and token for the client; each call creates a new token. */
  createInvitation(): { readonly url: string; readonly token: string } {
    const rights = { canPublish: true, canSubscribe: true };
    return {
      url: this.#room.url,
      token: this.#room.createToken(STREAMER, rights, this.#options.tokenSec),
    };
  }

  /** The last report of the worker that runs; null until there is one. */
  get report(): StreamReport | null {
    return this.#report;
  }

  /** Streamed so far, by all workers. */
  get streamedMs(): number {
    return this.#streamedBeforeMs + (this.#report?.streamedMs ?? 0);
  }

  /** Process id of the worker, null without one. */
  get workerPid(): number | null {
    return this.#worker?.pid ?? null;
  }

  /** Changes the running swap; settles when the change took effect. Throws the refusal of the engine. */
  change(change: SwapChange): Promise<ChangeOutcome> {
    const { number, answered } = this.#changes.add(change);
    this.#worker?.send({ type: 'change', number, change });
    return answered;
  }

  /** Swaps from now on, and counts. */
  stream(): void {
    this.#isStreaming = true;
    this.#worker?.send({ type: 'stream' });
  }

  /** Releases the worker and closes the room. `streamedMs` is final afterwards. */
  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    clearInterval(this.#watching);
    await this.#release();
    this.#changes.cancel();
    await this.#room.close();
  }

  #start(): void {
    const { workers, settings, tokenSec } = this.#options;
    const worker = workers.acquire({ prefersOwn: this.#retries > 0 });
    this.#worker = worker;
    this.#hasJoined = false;
    this.#lastMessageAtMs = performance.now();
    worker.listen({
      onMessage: (message) => this.#receive(message),
      onExit: (how, isDrained) => this.#lose(how, isDrained),
    });
    const rights = { canPublish: true, canSubscribe: true };
    const token = this.#room.createToken(ENGINE, rights, tokenSec);
    worker.send({
      type: 'join',
      room: { url: this.#room.url, token, streamer: STREAMER, isCovered: this.#isCovered },
      settings: {
        ...settings,
        isPassthrough: this.#changes.isPassthrough ?? settings.isPassthrough,
      },
    });
    for (const { number, change } of this.#changes.toRepeat()) {
      worker.send({ type: 'change', number, change });
    }
    if (this.#isStreaming) {
      worker.send({ type: 'stream' });
    }
  }

  #receive(message: FromLiveWorker): void {
    this.#lastMessageAtMs = performance.now();
    switch (message.type) {
      case 'applied':
        this.#changes.accept(message.number, message.outcome);
        break;
      case 'refused':
        this.#changes.refuse(message.number, fromWireError(message.error));
        break;
      case 'camera':
        this.#options.listener.onCamera();
        break;
      case 'report':
        this.#report = message.report;
        break;
      case 'left':
        this.#report = message.report ?? this.#report;
        this.#onLeft?.();
        break;
      case 'failed':
        if (message.error.code === 'service_unreachable') {
          this.#retry(fromWireError(message.error));
        } else {
          this.#drop(message.error.message);
        }
        break;
      case 'room_lost':
        this.#drop(message.reason);
        break;
      case 'joined':
        this.#hasJoined = true;
        this.#retries = 0;
        break;
      case 'ready':
        break;
    }
  }

  /**
   * Retries an unreachable room: the worker and its loaded models are fine. A worker of another machine may
   * have no route to this room, so local ones are preferred from now on.
   */
  #retry(error: AppError): void {
    const { listener, workers } = this.#options;
    this.#retries += 1;
    const worker = this.#worker;
    this.#worker = null;
    if (worker !== null) {
      worker.send({ type: 'leave' });
      workers.release(worker, false);
    }
    if (this.#retries > MAX_RETRIES) {
      listener.onFailed(error);
      return;
    }
    listener.onUnreachable();
    this.#startAgain();
  }

  #startAgain(): void {
    try {
      this.#start();
    } catch (error) {
      const text = 'No other engine could be started for the session.';
      this.#options.listener.onFailed(
        error instanceof AppError ? error : new AppError('processing_failed', text),
      );
    }
  }

  /** Detaches a worker that runs but cannot continue; its exit is handled like any other. */
  #drop(how: string): void {
    const worker = this.#worker;
    worker?.listen(null);
    worker?.kill();
    this.#lose(how);
  }

  #watch(): void {
    const limitMs = this.#hasJoined ? this.#options.limits.silenceMs : JOIN_MS;
    if (performance.now() - this.#lastMessageAtMs > limitMs) {
      this.#drop('it does not answer');
    }
  }

  #lose(how: string, isDrained = false): void {
    const { listener, limits } = this.#options;
    this.#streamedBeforeMs = this.streamedMs;
    this.#report = null;
    this.#worker = null;
    this.#onLeft?.();
    if (this.#isClosed) {
      return;
    }
    const nowMs = performance.now();
    this.#lossesAtMs = [
      ...this.#lossesAtMs.filter((atMs) => nowMs - atMs < LOSSES_WITHIN_MS),
      ...(isDrained ? [] : [nowMs]),
    ];
    if (this.#lossesAtMs.length > limits.maxLosses) {
      listener.onFailed(
        new AppError('processing_failed', 'The engine of the session ended too often.', {
          details: faultDetails('engine_ended'),
        }),
      );
      return;
    }
    this.#isCovered = true;
    listener.onRestart(how);
    this.#startAgain();
  }

  async #release(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) {
      return;
    }
    const left = Promise.withResolvers<void>();
    const timer = setTimeout(() => left.resolve(), LEAVE_MS);
    let hasLeft = false;
    this.#onLeft = () => {
      hasLeft = true;
      left.resolve();
    };
    worker.send({ type: 'leave' });
    await left.promise;
    clearTimeout(timer);
    worker.listen(null);
    if (hasLeft) {
      this.#options.workers.release(worker);
    } else {
      worker.kill();
    }
  }
}
