import { AppError, fromWireError, toWireError, type WireError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { fromSocketError } from '../../contract/api/errors.ts';
import { limits } from '../../contract/api/limits.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { requireServiceAddress } from '../../client/service-address.ts';
import type { SwapSession } from '../../contract/api/resources/session.ts';
import type { SwapServerMessage } from '../../contract/api/sockets.ts';
import {
  type LiveBypass,
  type LiveEndReason,
  type LiveStart,
  type LiveState,
  type LiveStats,
  liveStatsSchema,
  type LiveWarning,
} from '../../contract/ipc/live.ts';
import { openWakeWatch } from '../power/wake-watch.ts';
import type { Log } from '../log/log.ts';
import type { Acks } from './acks.ts';
import { Bypass } from './bypass.ts';
import { type LastServerMessages, toSessionEnd } from './live-end.ts';
import { type LiveChange, RequestedStart } from './requested-start.ts';
import { findRoomName } from './room-name.ts';
import type { RoomRelay } from './room-relay.ts';
import { TimeLimit } from './time-limit.ts';
import { SwapLink, type SwapLinkEnd, type SwapRequest } from './swap-link.ts';

/** Dependencies of the broker. */
export interface LiveBrokerOptions {
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  readonly activeProfileId: () => string;
  /** Returns whether a service is the local one: free, and with more information than the API provides. */
  readonly isEmbedded: (profileId: string) => boolean;
  readonly readImage: (characterId: string) => Promise<Buffer>;
  readonly relay: Pick<RoomRelay, 'open' | 'shut'>;
  readonly onState: (state: LiveState) => void;
  readonly onStats: (stats: LiveStats) => void;
  readonly onWarning: (warning: LiveWarning) => void;
  readonly log: Log;
}

type Message<T extends SwapServerMessage['type']> = Extract<SwapServerMessage, { type: T }>;

/** A service that warms up loads its models first. */
const ROOM_MS = 30_000;
/** Difference between the limit and that of a service, which counts from the opening of the session. */
const LIMIT_SLACK_S = 10;
/** Number of new sessions that the local service is asked for, since the last stable one. */
const REVIVALS = 3;

/** One session, or several in a row when the local service had to restart. */
export class SessionRun {
  readonly #options: LiveBrokerOptions;
  readonly #acks: Acks;
  readonly #bypass: Bypass;
  readonly #profileId: string;
  readonly #ready = Promise.withResolvers<LiveState>();
  readonly #start: RequestedStart;
  readonly #sending = new SerialQueue();
  #state: LiveState = { state: 'opening' };
  #isOver = false;
  #wake = { close: (): void => undefined };
  #session: SwapSession | null = null;
  /** URL of the service, whose replies may not lead to a closer network. */
  #baseUrl = '';
  /** Room that the page was given. */
  #roomKey = '';
  #link: SwapLink | null = null;
  /** The service took a character. */
  #hasImage = false;
  #revivals = 0;
  /** Last messages of the service before it closed. */
  #last: LastServerMessages = {};
  #isPublished: boolean;
  /** Limits the published time to the user's choice, whatever the service allows. */
  #limit = new TimeLimit(() => this.#end('time_used_up', null));

  constructor(start: LiveStart, options: LiveBrokerOptions, acks: Acks) {
    this.#start = new RequestedStart(start);
    this.#isPublished = start.isPublished;
    this.#options = options;
    this.#acks = acks;
    this.#profileId = options.activeProfileId();
    this.#bypass = new Bypass({
      send: (message) => this.#send(message),
      onState: (bypass) => this.#enterBypass(bypass),
    });
  }

  get state(): LiveState {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Starts the session; resolves when the service has named a room. Throws the reason of a failure. */
  async begin(): Promise<LiveState> {
    this.#wake = openWakeWatch(() => this.#link?.renew());
    this.#enter({ state: 'opening' });
    const slow = setTimeout(() => {
      this.#end('failed', {
        code: 'service_unreachable',
        message: 'The service did not open a room in time.',
      });
    }, ROOM_MS);
    this.#open().catch((cause: unknown) => this.#end('failed', toWireError(cause)));
    try {
      return await this.#ready.promise;
    } finally {
      clearTimeout(slow);
    }
  }

  stop(): void {
    this.#end('stopped', null);
  }

  /** See {@link LiveBroker.publish}. */
  publish(isOn: boolean, durationMinutes: number): void {
    if (isOn === this.#isPublished) {
      return;
    }
    this.#isPublished = isOn;
    this.#limit.set(isOn ? durationMinutes : null);
    if (this.#state.state === 'running') {
      this.#enter({ ...this.#state, isPublished: isOn });
    }
  }

  async change(change: LiveChange): Promise<void> {
    const { characterId, prompt } = change;
    await this.#start.change(change, async () => {
      if (characterId !== undefined) {
        await this.#ask('set_image', () => this.#toSetImage(characterId, prompt ?? ''));
      } else if (prompt !== undefined && prompt !== '') {
        await this.#ask('prompt', async () => ({ type: 'prompt', prompt }));
      }
    });
  }

  beginBypass(): Promise<void> {
    return this.#bypass.begin();
  }

  endBypass(): void {
    this.#bypass.end();
  }

  #enter(next: LiveState): void {
    this.#state = next;
    this.#options.onState(next);
  }

  #end(reason: LiveEndReason, error: WireError | null): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#limit.set(null);
    this.#link?.close();
    this.#bypass.close();
    this.#wake.close();
    this.#options.relay.shut();
    this.#acks.fail();
    this.#options.log(error === null ? 'info' : 'warn', 'live.ended', {
      reason,
      code: error?.code,
    });
    this.#ready.reject(
      fromWireError(error ?? { code: 'cancelled', message: 'The session was ended.' }),
    );
    this.#enter({ state: 'ended', reason, error });
  }

  async #open(): Promise<void> {
    const client = await this.#options.openClient(this.#profileId);
    const { prompt, isPublished, durationMinutes } = this.#start.current;
    const minutes = isPublished ? durationMinutes : limits.realTimeSwapMinutes.max;
    const session = await client.openSwapSession({
      body: { duration_minutes: minutes, ...(prompt === '' ? {} : { prompt }) },
    });
    if (this.#isOver) {
      return; // The run was stopped meanwhile; an unconnected session costs nothing and expires.
    }
    this.#session = session;
    this.#baseUrl = client.baseUrl;
    this.#last = {};
    const rule = { kind: 'socket', baseUrl: this.#baseUrl, field: 'stream_url' } as const;
    this.#link = new SwapLink({
      streamUrl: requireServiceAddress(session.stream_url, rule),
      sessionToken: session.session_token,
      greet: () => this.#greet(),
      onMessage: (message) => {
        if (!this.#isOver) {
          this.#receive(message);
        }
      },
      onLinked: (isLinked) => this.#linked(isLinked),
      onSkipped: (error) => this.#options.log('warn', 'live.message_skipped', { error }),
      onEnd: (linkEnd) => this.#linkEnded(linkEnd),
    });
  }

  async #greet(): Promise<SwapRequest[]> {
    const { characterId, prompt, cover, hasIdentityLock, hasBadge } = this.#start.current;
    this.#acks.repeat('set_image');
    const setImage = await this.#toSetImage(characterId, prompt);
    const isEmbedded = this.#options.isEmbedded(this.#profileId);
    const extension = isEmbedded ? { cover, identity_lock: hasIdentityLock, badge: hasBadge } : {};
    // Last, so that no action of the user comes too late for it.
    const bypass = this.#bypass.greet();
    return [
      { type: 'session_join', passthrough: bypass.isOn, ...extension },
      setImage,
      ...bypass.messages,
    ];
  }

  async #toSetImage(characterId: string, prompt: string): Promise<SwapRequest> {
    const image = await this.#options.readImage(characterId);
    return {
      type: 'set_image',
      image_data: image.toString('base64'),
      ...(prompt === '' ? {} : { prompt }),
    };
  }

  #receive(message: SwapServerMessage): void {
    switch (message.type) {
      case 'room_info':
        this.#enterRoom(message);
        break;
      case 'ack':
        this.#hasImage ||= message.for === 'set_image';
        if (message.for === 'passthrough') {
          this.#bypass.accepted();
        } else {
          this.#acks.settle(message.for);
        }
        break;
      case 'stats':
        this.#options.onStats(this.#toStats(message));
        break;
      case 'warning':
        this.#warned(message);
        break;
      case 'session_ended':
        this.#last = { ...this.#last, reason: message.reason };
        break;
      case 'error':
        this.#last = { ...this.#last, error: message.error };
        this.#acks.fail(fromSocketError(message.error, 'processing_failed'));
        break;
    }
  }

  #warned(message: Message<'warning'>): void {
    const refusal = fromSocketError(message, 'processing_failed');
    if (message.for === 'set_image' && !this.#hasImage && refusal.code !== 'cancelled') {
      this.#end('failed', toWireError(refusal)); // Without a character nothing would ever be shown.
    } else if (message.for === 'passthrough') {
      this.#bypass.refused(refusal);
      this.#options.onWarning({ code: message.code, message: message.message });
    } else if (message.for === undefined || !this.#acks.refuse(message.for, refusal)) {
      this.#options.onWarning({ code: message.code, message: message.message });
    }
  }

  #enterRoom(room: Message<'room_info'>): void {
    const session = this.#session;
    if (session === null) {
      return;
    }
    const rule = { kind: 'socket', baseUrl: this.#baseUrl, field: 'livekit_url' } as const;
    const roomUrl = requireServiceAddress(room.livekit_url, rule);
    const roomKey = `${room.livekit_url} ${findRoomName(room.token) ?? room.token}`;
    if (this.#state.state === 'running' && roomKey === this.#roomKey) {
      this.#linked(true); // The page is still there.
      return;
    }
    this.#roomKey = roomKey;
    if (this.#isPublished && this.#limit.secondsLeft() === null) {
      this.#limit.set(this.#start.current.durationMinutes);
    }
    const url = this.#options.relay.open(roomUrl);
    this.#enter({
      state: 'running',
      sessionId: session.session_id,
      isLinked: true,
      bypass: this.#bypass.state,
      isPublished: this.#isPublished,
      isRemote: !this.#options.isEmbedded(this.#profileId),
      room: { url, token: room.token },
      model: session.model,
      maxDurationSec: session.max_duration_sec,
      costPerMinuteUsd: (session.cost_usd * 60) / Math.max(1, session.max_duration_sec),
    });
    this.#revivals = 0;
    this.#ready.resolve(this.#state);
  }

  #enterBypass(bypass: LiveBypass): void {
    if (!this.#isOver && this.#state.state === 'running') {
      this.#enter({ ...this.#state, bypass });
    }
  }

  #linked(isLinked: boolean): void {
    if (!isLinked) {
      this.#bypass.lost();
    }
    if (!this.#isOver && this.#state.state === 'running' && this.#state.isLinked !== isLinked) {
      this.#enter({ ...this.#state, isLinked });
    }
  }

  #linkEnded(linkEnd: SwapLinkEnd): void {
    if (this.#isOver) {
      return;
    }
    this.#link = null;
    this.#bypass.lost();
    const { reason, error, isService } = toSessionEnd(linkEnd, this.#last);
    const isEmbedded = this.#options.isEmbedded(this.#profileId);
    const canRevive =
      (isService || this.#isRenewed(reason)) && isEmbedded && this.#state.state === 'running';
    if (!canRevive || this.#revivals >= REVIVALS) {
      this.#end(reason, error);
      return;
    }
    this.#revivals += 1;
    this.#linked(false);
    this.#roomKey = '';
    this.#options.relay.shut();
    this.#options.log('info', 'live.revived', { attempt: this.#revivals });
    this.#open().catch((cause: unknown) => this.#end('failed', toWireError(cause)));
  }

  /** A preview is ended by the user, and a published session by its own time limit. */
  #isRenewed(reason: LiveEndReason): boolean {
    return this.#isPublished
      ? reason === 'time_used_up' && (this.#limit.secondsLeft() ?? 0) > LIMIT_SLACK_S
      : reason === 'time_used_up' || reason === 'idle';
  }

  #toStats(message: Message<'stats'>): LiveStats {
    const stats = toLiveStats(message);
    const ownS = this.#limit.secondsLeft() ?? stats.secondsLeft;
    // The local service renews a session that ends before the limit; any other may grant less.
    const isEmbedded = this.#options.isEmbedded(this.#profileId);
    return { ...stats, secondsLeft: isEmbedded ? ownS : Math.min(ownS, stats.secondsLeft) };
  }

  #send(message: SwapRequest): void {
    if (this.#link === null) {
      throw new AppError('service_unreachable', 'The service is being connected to.');
    }
    this.#link.send(message);
  }

  /** Sends in the order of the calls, although images take longer to read than text; resolves with the answer. */
  async #ask(type: SwapRequest['type'], message: () => Promise<SwapRequest>): Promise<void> {
    const { answer } = await this.#sending.run(async () => {
      const request = await message();
      return { answer: this.#acks.request(type, () => this.#link?.send(request)) };
    });
    await answer;
  }
}

function toLiveStats(message: Message<'stats'>): LiveStats {
  return {
    fps: message.fps,
    latencyMs: message.latency_ms,
    isTracked: message.tracked,
    coverReason: liveStatsSchema.shape.coverReason.catch(null).parse(message.cover_reason ?? null),
    mode: liveStatsSchema.shape.mode.catch(null).parse(message.mode ?? null),
    arms: liveStatsSchema.shape.arms.catch(null).parse(message.arms ?? null),
    engine: message.engine,
    secondsLeft: message.seconds_left,
    secondsBilled: message.seconds_billed,
  };
}
