/**
 * A real-time swap session that runs here: its connection, its media, its money and its end.
 *
 *   joined ── session_join, then set_image or prompt: room_info ──▶ open
 *   open ── first picture of the camera that can be swapped: hold ──▶ streaming
 *   streaming ── goodbye, time used up, idle, gone for 30 s, media failed ──▶ ended: streamed time is charged
 *      └─ any end before streaming: the session is let go and can be joined again until it expires
 *
 * Before it streams, messages and pictures prolong its time to begin, up to an hour; then it ends as `expired`.
 * Whether it streams or not, it ends when neither a message nor a picture came for two minutes (`idle`), and its
 * connection when two pings stay unanswered.
 */
import { AppError } from '../../../base/errors.ts';
import type {
  CloseReason,
  SessionEndReason,
  SwapClientMessage,
  SwapServerMessage,
} from '../../../contract/api/sockets.ts';
import { readSwapClientMessage } from '../../../contract/api/sockets.ts';
import type { MediaRooms } from '../../../room/provider/media-rooms.ts';
import type { Core } from '../../start/core.ts';
import type { LiveSession } from '../session/live-session.ts';
import type { LiveSessionState } from '../session/stream-session.ts';
import { toCloseReason } from '../socket/close-reason.ts';
import type { LiveSessionRun } from '../socket/live-endpoint.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import type { LiveWorkers } from '../worker/live-workers.ts';
import type { SwapChange, SwapSettings } from '../worker/worker-messages.ts';
import { type CharacterQueue, createCharacterQueue } from './character-queue.ts';
import type { SwapLimits } from './limits.ts';
import { createStreamWatch } from './stream-watch.ts';
import { openSwapMedia, type SwapMedia } from './swap-media.ts';

/** What sessions are made of. */
export interface SwapRunParts {
  readonly core: Pick<
    Core,
    'startLiveStream' | 'keepLiveSession' | 'reportStreamed' | 'endLiveSession' | 'leaveLiveSession'
  >;
  readonly openRooms: () => Promise<Pick<MediaRooms, 'create'>>;
  readonly workers: Pick<LiveWorkers, 'take' | 'giveBack'>;
  readonly limits: SwapLimits;
  readonly onTrouble: (what: string, error: unknown) => void;
}

const STATS_MS = 1000;
const REPORT_EVERY = 2;
/** Tokens of the room outlast the session, because a client that reconnects shows the same one. */
const TOKEN_SLACK_SEC = 900;

interface Ending {
  readonly reason: SessionEndReason;
  readonly close?: { readonly code: Exclude<CloseReason, 'normal'>; readonly error: AppError };
}

/** A session without a connection. */
export class SwapRun implements LiveSessionRun {
  readonly #parts: SwapRunParts;
  readonly #session: LiveSession;
  readonly #over = Promise.withResolvers<void>();
  readonly #characters: CharacterQueue;
  readonly #watch = createStreamWatch();
  readonly #ticking: NodeJS.Timeout;
  #socket: LiveSocket | null = null;
  #hasJoined = false;
  #settings: SwapSettings = { isPassthrough: false, cover: 'blur', isIdentityLocked: true };
  #media: Promise<SwapMedia> | null = null;
  #opened: SwapMedia | null = null;
  /** The connection that knows the room. */
  #invited: LiveSocket | null = null;
  #startedAtMs: number | null = null;
  #starting: Promise<void> | null = null;
  #received = 0;
  #activeAtMs = performance.now();
  #keptAtMs = 0;
  #ticks = 0;
  #absence: NodeJS.Timeout | undefined;
  #hardStop: NodeJS.Timeout | undefined;
  #ending: Promise<void> | null = null;
  #hasSaidUnenhanced = false;

  constructor(parts: SwapRunParts, session: LiveSession) {
    this.#parts = parts;
    this.#session = session;
    this.#characters = createCharacterQueue({
      prepare: ({ image, prompt }) =>
        this.#apply('set_image', { kind: 'character', image, prompt }),
      onGivenUp: () => {
        const text = 'A picture was given up, because a newer one came before its turn.';
        this.#warn('cancelled', text, 'set_image');
      },
    });
    this.#ticking = setInterval(() => this.#tick(), STATS_MS);
    this.#waitForReturn();
  }

  get session(): LiveSession {
    return this.#session;
  }

  get ended(): Promise<void> {
    return this.#over.promise;
  }

  /** Process id of the worker, null without one. */
  get workerPid(): number | null {
    return this.#opened?.workerPid ?? null;
  }

  attach(socket: LiveSocket): void {
    if (this.#ending !== null) {
      socket.fail('token', new AppError('unauthorized', 'The session has ended. Open a new one.'));
      return;
    }
    const before = this.#socket;
    this.#socket = socket;
    this.#hasJoined = false;
    clearTimeout(this.#absence);
    this.#activeAtMs = performance.now();
    before?.sendJson({ type: 'session_ended', reason: 'replaced' } satisfies SwapServerMessage);
    before?.fail('token', new AppError('forbidden', 'Another connection took over the session.'));
    socket.listen({
      onText: (text) => {
        if (this.#socket === socket) {
          this.#activeAtMs = performance.now();
          this.#take(readSwapClientMessage(text));
        }
      },
      onBinary: () => {
        throw new AppError('invalid_input', 'Messages of this socket are JSON text.');
      },
      onClosed: ({ isFarewell }) => {
        if (this.#socket === socket) {
          this.#socket = null;
          if (isFarewell) {
            this.#end({ reason: 'client_closed' });
          } else {
            this.#waitForReturn();
          }
        }
      },
    });
  }

  async end(reason: 'canceled' | 'service_stopping'): Promise<void> {
    this.#end(reason === 'canceled' ? canceled : { reason });
    await this.#over.promise;
  }

  #take(message: SwapClientMessage): void {
    if (message.type === 'session_join') {
      this.#join(message);
      return;
    }
    if (!this.#hasJoined) {
      throw new AppError('invalid_input', 'The first message is session_join.');
    }
    if (message.type !== 'passthrough') {
      this.#mentionEnhancing(message.enhance_prompt);
    }
    switch (message.type) {
      case 'set_image': {
        const image = Buffer.from(message.image_data, 'base64');
        this.#characters.add({ image, prompt: message.prompt ?? null });
        void this.#invite();
        break;
      }
      case 'prompt':
        void this.#apply('prompt', {
          kind: 'prompt',
          prompt: message.prompt,
          playsBuiltIn: true,
        });
        void this.#invite();
        break;
      case 'passthrough':
        this.#settings = { ...this.#settings, isPassthrough: message.enabled };
        void this.#apply('passthrough', { kind: 'passthrough', isOn: message.enabled });
        break;
    }
  }

  #join(message: Extract<SwapClientMessage, { type: 'session_join' }>): void {
    if (this.#hasJoined) {
      throw new AppError('invalid_input', 'session_join comes once in a connection.');
    }
    this.#hasJoined = true;
    const isPassthrough = message.passthrough;
    if (this.#media === null) {
      this.#settings = {
        isPassthrough,
        cover: message.cover ?? 'blur',
        isIdentityLocked: message.identity_lock ?? true,
      };
      this.#send({ type: 'ack', for: 'session_join' });
      return;
    }
    // The session goes on in its room, whatever the connection before had set.
    this.#send({ type: 'ack', for: 'session_join' });
    if (isPassthrough !== this.#settings.isPassthrough) {
      this.#settings = { ...this.#settings, isPassthrough };
      void this.#apply(null, { kind: 'passthrough', isOn: isPassthrough });
    }
    void this.#invite();
  }

  /** Opens the media with the first call, and tells the client of this connection where it is. */
  async #invite(): Promise<void> {
    const socket = this.#socket;
    if (this.#invited === socket) {
      return;
    }
    this.#invited = socket;
    try {
      const { url, token } = (await this.#openMedia()).createInvitation();
      const info: SwapServerMessage = { type: 'room_info', livekit_url: url, token };
      socket?.sendJson(info);
    } catch (error) {
      this.#parts.onTrouble('the media of a swap session could not be opened', error);
      this.#fail(error);
    }
  }

  #openMedia(): Promise<SwapMedia> {
    this.#media ??= this.#open();
    return this.#media;
  }

  async #open(): Promise<SwapMedia> {
    const { workers, limits, openRooms } = this.#parts;
    const { id, maxDurationSec, parameters } = this.#session;
    const media = await openSwapMedia({
      rooms: await openRooms(),
      workers,
      limits,
      roomName: `swap-${id}`,
      tokenSec: maxDurationSec + TOKEN_SLACK_SEC,
      settings: this.#settings,
      listener: {
        onCamera: () => {
          this.#starting ??= this.#start();
        },
        onRestart: (how) => {
          this.#parts.onTrouble('a live worker was lost', how);
          this.#warn('worker_restarted', 'The engine ended unexpectedly; another one takes over.');
        },
        onUnreachable: () => {
          const text = 'The engine cannot reach the media room; it tries again.';
          this.#parts.onTrouble('a live worker cannot reach its room', text);
          this.#warn('room_unreachable', text);
        },
        onFailed: (error) => this.#fail(error),
      },
    });
    this.#opened = media;
    const prompt = parameters['prompt'];
    if (typeof prompt === 'string') {
      // Before what the first message asks for, which counts more.
      void this.#apply(null, { kind: 'prompt', prompt, playsBuiltIn: false }, media);
    }
    return media;
  }

  /** Changes the swap; `about` is the message that asked for it, null when none did. */
  async #apply(
    about: string | null,
    change: SwapChange,
    opening: Promise<SwapMedia> | SwapMedia = this.#openMedia(),
  ): Promise<void> {
    try {
      const media = await opening;
      const { warnings, mode, builtIn } = await media.change(change);
      if (about !== null) {
        const inEffect = {
          ...(mode !== null && { mode }),
          ...(builtIn !== null && { character: builtIn }),
        };
        this.#send({ type: 'ack', for: about, ...inEffect });
      }
      for (const { code, message } of warnings) {
        this.#warn(code, message);
      }
    } catch (error) {
      if (this.#ending !== null) {
        return;
      }
      if (error instanceof AppError) {
        // What runs goes on: a picture without a face must not end a stream.
        this.#warn(error.code, error.message, about);
      } else {
        this.#fail(error);
      }
    }
  }

  async #start(): Promise<void> {
    try {
      const { maxDurationSec } = await this.#parts.core.startLiveStream(this.#session.id);
      this.#startedAtMs = performance.now();
      this.#activeAtMs = this.#startedAtMs;
      if (this.#ending === null) {
        this.#hardStop = setTimeout(() => this.#useUp(), maxDurationSec * 1000);
        this.#opened?.stream();
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'insufficient_credits') {
        this.#end({ reason: 'balance', close: { code: 'balance', error } });
      } else {
        await this.#keep(0);
        this.#fail(error);
      }
    }
  }

  #tick(): void {
    const media = this.#opened;
    const nowMs = performance.now();
    const received = media?.report?.received ?? 0;
    if (received !== this.#received) {
      this.#received = received;
      this.#activeAtMs = nowMs;
    }
    if (nowMs - this.#activeAtMs > this.#parts.limits.idleMs) {
      const seconds = Math.round(this.#parts.limits.idleMs / 1000);
      const text = `No picture of the camera and no message came for ${seconds} s.`;
      this.#end({
        reason: 'idle',
        close: { code: 'idle', error: new AppError('cancelled', text) },
      });
      return;
    }
    if (media !== null) {
      this.#sendStats(media);
      const notice = this.#watch.look(media.report);
      // A picture that is being prepared gets its own answer.
      if (notice !== null && !(notice.code === 'no_character' && this.#characters.isBusy)) {
        this.#warn(notice.code, notice.message);
      }
    }
    this.#ticks += 1;
    if (this.#ticks % REPORT_EVERY === 0) {
      void this.#keep(media?.streamedMs ?? 0);
    }
  }

  #sendStats({ report, streamedMs }: SwapMedia): void {
    const { maxDurationSec } = this.#session;
    const elapsedMs = this.#startedAtMs === null ? 0 : performance.now() - this.#startedAtMs;
    this.#send({
      type: 'stats',
      fps: toTenths(report?.framesPerSecond ?? 0),
      latency_ms: Math.round(report?.latencyMs ?? 0),
      tracked: report?.isTracked ?? false,
      engine: report?.engine ?? '',
      ...(typeof report?.mode === 'string' && { mode: report.mode }),
      seconds_billed: toTenths(Math.min(streamedMs / 1000, maxDurationSec)),
      seconds_left: toTenths(Math.max(0, maxDurationSec - elapsedMs / 1000)),
    });
  }

  async #keep(streamedMs: number): Promise<void> {
    try {
      const state = await this.#report(streamedMs);
      if (!state.isRunning) {
        this.#end(toEnding(state));
      }
    } catch (error) {
      this.#parts.onTrouble('a swap session could not be kept', error);
    }
  }

  #report(streamedMs: number): Promise<LiveSessionState> {
    const { core } = this.#parts;
    if (this.#startedAtMs !== null) {
      return core.reportStreamed(this.#session.id, streamedMs);
    }
    const isActive = this.#activeAtMs > this.#keptAtMs;
    this.#keptAtMs = performance.now();
    return core.keepLiveSession(this.#session.id, { isActive });
  }

  #waitForReturn(): void {
    clearTimeout(this.#absence);
    this.#absence = setTimeout(() => {
      this.#end({ reason: 'client_closed' });
    }, this.#parts.limits.graceMs);
  }

  #useUp(): void {
    const text = `The funded ${this.#session.maxDurationSec} s are used up.`;
    const error = new AppError('insufficient_credits', text);
    this.#end({ reason: 'time_used_up', close: { code: 'time_used_up', error } });
  }

  #fail(cause: unknown): void {
    const error =
      cause instanceof AppError
        ? cause
        : new AppError('internal_error', 'The session failed inside the service.', { cause });
    this.#end({ reason: 'failed', close: { code: toCloseReason(error), error } });
  }

  #end(ending: Ending): void {
    this.#ending ??= this.#finish(ending).catch((error: unknown) => {
      this.#parts.onTrouble('a swap session could not be settled', error);
    });
  }

  async #finish({ reason, close }: Ending): Promise<void> {
    clearInterval(this.#ticking);
    clearTimeout(this.#absence);
    clearTimeout(this.#hardStop);
    try {
      await this.#closeMedia();
      await this.#settle(reason);
    } finally {
      this.#send({ type: 'session_ended', reason });
      if (close === undefined) {
        this.#socket?.close();
      } else {
        this.#socket?.fail(close.code, close.error);
      }
      this.#over.resolve();
    }
  }

  async #closeMedia(): Promise<void> {
    // What could not be opened is told by whoever opened it.
    const media = await this.#media?.catch(() => null);
    await media?.close().catch((error: unknown) => {
      this.#parts.onTrouble('a room could not be closed', error);
    });
  }

  async #settle(reason: SessionEndReason): Promise<void> {
    const { core } = this.#parts;
    const { id } = this.#session;
    await this.#starting;
    if (this.#startedAtMs === null) {
      await (reason === 'canceled'
        ? core.endLiveSession(id, { streamedMs: 0, reason })
        : core.leaveLiveSession(id));
      return;
    }
    // Never more than the time that passed, whatever a worker counted.
    const elapsedMs = performance.now() - this.#startedAtMs;
    const streamedMs = Math.min(this.#opened?.streamedMs ?? 0, elapsedMs);
    await core.endLiveSession(id, { streamedMs, reason });
  }

  #mentionEnhancing(isAsked: boolean | undefined): void {
    if (isAsked === true && !this.#hasSaidUnenhanced) {
      this.#hasSaidUnenhanced = true;
      this.#warn(
        'not_enhanced',
        'enhance_prompt has no effect: this engine takes prompts as they are.',
      );
    }
  }

  /** `about`: the message that did not take effect. */
  #warn(code: string, message: string, about: string | null = null): void {
    this.#send({ type: 'warning', code, message, ...(about !== null && { for: about }) });
  }

  #send(message: SwapServerMessage): void {
    this.#socket?.sendJson(message);
  }
}

const canceled: Ending = {
  reason: 'canceled',
  close: { code: 'token', error: new AppError('cancelled', 'The session was canceled.') },
};

/** How a run ends whose session was ended elsewhere. */
function toEnding({ endReason }: LiveSessionState): Ending {
  if (endReason === 'canceled') {
    return canceled;
  }
  if (endReason === 'expired') {
    const text = 'The session did not begin to stream in time.';
    return { reason: 'expired', close: { code: 'idle', error: new AppError('cancelled', text) } };
  }
  const error = new AppError('unauthorized', 'The session was ended elsewhere.');
  return { reason: 'failed', close: { code: 'token', error } };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
