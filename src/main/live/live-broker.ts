import {
  AppError,
  fromWireError,
  isErrorCode,
  toWireError,
  type WireError,
} from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { requireServiceAddress } from '../../client/service-address.ts';
import type { SwapSession } from '../../contract/api/resources/session.ts';
import type { SwapServerMessage } from '../../contract/api/sockets.ts';
import {
  type LiveEndReason,
  type LiveStart,
  type LiveState,
  type LiveStats,
  liveStatsSchema,
  type LiveWarning,
} from '../../contract/ipc/live.ts';
import type { Log } from '../log/log.ts';
import { openWakeWatch } from '../power/wake-watch.ts';
import { createAcks } from './acks.ts';
import { type Bypass, createBypass } from './bypass.ts';
import { toEnd } from './live-end.ts';
import { findRoomName } from './room-name.ts';
import type { RoomRelay } from './room-relay.ts';
import { type SwapLinkEnd, openSwapLink, type SwapLink, type SwapRequest } from './swap-link.ts';

/** What the broker works with. */
export interface LiveBrokerOptions {
  readonly openClient: (profileId: string) => Promise<ApiClient>;
  readonly activeProfileId: () => string;
  /** Whether a service is the one of this computer: free, and it knows more than the API says. */
  readonly isEmbedded: (profileId: string) => boolean;
  readonly readImage: (characterId: string) => Promise<Buffer>;
  readonly relay: RoomRelay;
  readonly onState: (state: LiveState) => void;
  readonly onStats: (stats: LiveStats) => void;
  readonly onWarning: (warning: LiveWarning) => void;
  readonly log: Log;
}

/** The one live session of the app. */
export interface LiveBroker {
  readonly state: () => LiveState;
  /** Ends once the service named a room. Throws what kept it from that; `at_capacity` while one runs. */
  readonly start: (start: LiveStart) => Promise<LiveState>;
  readonly stop: () => void;
  readonly change: (change: {
    readonly characterId?: string | undefined;
    readonly prompt?: string | undefined;
  }) => Promise<void>;
  /** On: ends once the service took it. Off: never fails, and is sent until the service took it. */
  readonly bypass: (isOn: boolean) => Promise<void>;
}

/** A service that warms up loads its models first. */
const ROOM_MS = 30_000;
/** How often, and for how long after the last one, the service of this computer is asked for a new session. */
const REVIVALS = 3;

/** One session, or several in a row when the service of this computer had to start again. */
interface Run {
  start: LiveStart;
  readonly profileId: string;
  readonly ready: PromiseWithResolvers<LiveState>;
  session: SwapSession | null;
  /** Address of the service; what it names may not lead nearer. */
  baseUrl: string;
  /** The room the page was led to. */
  place: string;
  link: SwapLink | null;
  readonly bypass: Bypass;
  /** The service took a character. */
  hasImage: boolean;
  revivals: number;
  /** What the service said before it closed. */
  said: { readonly reason?: string; readonly error?: { code: string; message: string } };
}

/** Makes a broker without a session; the states are drawn at `liveStateSchema`. */
export function createLiveBroker(options: LiveBrokerOptions): LiveBroker {
  const { relay, log, isEmbedded } = options;
  let state: LiveState = { state: 'idle' };
  let run: Run | null = null;
  const acks = createAcks();
  let wake = { close: (): void => undefined };

  const enter = (next: LiveState): void => {
    state = next;
    options.onState(next);
  };

  const end = (own: Run, reason: LiveEndReason, error: WireError | null): void => {
    if (own !== run) {
      return;
    }
    run = null;
    own.link?.close();
    own.bypass.close();
    wake.close();
    relay.shut();
    acks.fail();
    log(error === null ? 'info' : 'warn', 'live.ended', { reason, code: error?.code });
    own.ready.reject(
      fromWireError(error ?? { code: 'cancelled', message: 'The session was ended.' }),
    );
    enter({ state: 'ended', reason, error });
  };

  async function greet(own: Run): Promise<SwapRequest[]> {
    const { characterId, prompt, cover, hasIdentityLock } = own.start;
    const image = await options.readImage(characterId);
    const extension = isEmbedded(own.profileId) ? { cover, identity_lock: hasIdentityLock } : {};
    // Last, so that nothing the user does meanwhile comes too late for it.
    const bypass = own.bypass.greet();
    return [
      { type: 'session_join', passthrough: bypass.isOn, ...extension },
      {
        type: 'set_image',
        image_data: image.toString('base64'),
        ...(prompt === '' ? {} : { prompt }),
      },
      ...bypass.messages,
    ];
  }

  function receive(own: Run, message: SwapServerMessage): void {
    switch (message.type) {
      case 'room_info':
        enterRoom(own, message);
        break;
      case 'ack':
        own.hasImage ||= message.for === 'set_image';
        if (message.for === 'passthrough') {
          own.bypass.taken();
        } else {
          acks.settle(message.for);
        }
        break;
      case 'stats':
        options.onStats({
          fps: message.fps,
          latencyMs: message.latency_ms,
          isTracked: message.tracked,
          mode: liveStatsSchema.shape.mode.catch(null).parse(message.mode ?? null),
          engine: message.engine,
          secondsLeft: message.seconds_left,
        });
        break;
      case 'warning':
        warned(own, message);
        break;
      case 'session_ended':
        own.said = { ...own.said, reason: message.reason };
        break;
      case 'error':
        own.said = { ...own.said, error: message.error };
        acks.fail(toAppError(message.error));
        break;
    }
  }

  function warned(
    own: Run,
    message: Extract<SwapServerMessage, { readonly type: 'warning' }>,
  ): void {
    const refusal = toAppError(message);
    if (message.for === 'set_image' && !own.hasImage) {
      end(own, 'failed', toWireError(refusal)); // Without a character nothing would ever be shown.
    } else if (message.for === 'passthrough') {
      own.bypass.refused(refusal);
      options.onWarning({ code: message.code, message: message.message });
    } else if (message.for === undefined || !acks.refuse(message.for, refusal)) {
      options.onWarning({ code: message.code, message: message.message });
    }
  }

  function enterRoom(own: Run, room: { livekit_url: string; token: string }): void {
    const { session } = own;
    if (session === null) {
      return;
    }
    const rule = { kind: 'socket', baseUrl: own.baseUrl, field: 'livekit_url' } as const;
    const roomUrl = requireServiceAddress(room.livekit_url, rule);
    const place = `${room.livekit_url} ${findRoomName(room.token) ?? room.token}`;
    if (state.state === 'running' && place === own.place) {
      linked(own, true); // The page is still there.
      return;
    }
    own.place = place;
    const url = relay.open(roomUrl);
    enter({
      state: 'running',
      sessionId: session.session_id,
      isLinked: true,
      bypass: own.bypass.state(),
      room: { url, token: room.token },
      model: session.model,
      maxDurationSec: session.max_duration_sec,
      costPerMinuteUsd: (session.cost_usd * 60) / Math.max(1, session.max_duration_sec),
    });
    own.revivals = 0;
    own.ready.resolve(state);
  }

  function linked(own: Run, isLinked: boolean): void {
    if (!isLinked) {
      own.bypass.lost();
    }
    if (own === run && state.state === 'running' && state.isLinked !== isLinked) {
      enter({ ...state, isLinked });
    }
  }

  async function open(own: Run): Promise<void> {
    const client = await options.openClient(own.profileId);
    const { durationMinutes: minutes, prompt } = own.start;
    const session = await client.openSwapSession({
      body: { duration_minutes: minutes, ...(prompt === '' ? {} : { prompt }) },
    });
    if (own !== run) {
      return; // It was stopped meanwhile; a session nobody connects to costs nothing and expires.
    }
    own.session = session;
    own.baseUrl = client.baseUrl;
    own.said = {};
    const rule = { kind: 'socket', baseUrl: own.baseUrl, field: 'stream_url' } as const;
    own.link = openSwapLink({
      streamUrl: requireServiceAddress(session.stream_url, rule),
      sessionToken: session.session_token,
      greet: () => greet(own),
      onMessage: (message) => {
        if (own === run) {
          receive(own, message);
        }
      },
      onLinked: (isLinked) => linked(own, isLinked),
      onSkipped: (error) => log('warn', 'live.message_skipped', { error }),
      onEnd: (linkEnd) => linkEnded(own, linkEnd),
    });
  }

  function linkEnded(own: Run, linkEnd: SwapLinkEnd): void {
    if (own !== run) {
      return;
    }
    own.link = null;
    own.bypass.lost();
    const { reason, error, isService } = toEnd(linkEnd, own.said);
    const mayRevive = isService && isEmbedded(own.profileId) && state.state === 'running';
    if (!mayRevive || own.revivals >= REVIVALS) {
      end(own, reason, error);
      return;
    }
    own.revivals += 1;
    linked(own, false);
    own.place = '';
    relay.shut();
    log('info', 'live.revived', { attempt: own.revivals });
    open(own).catch((cause: unknown) => end(own, 'failed', toWireError(cause)));
  }

  async function ask(what: SwapRequest['type'], message: () => Promise<SwapRequest>) {
    const own = run;
    if (own === null) {
      throw new AppError('not_found', 'No session runs.');
    }
    const request = await message();
    const answer = acks.wait(what);
    try {
      own.link?.send(request);
    } catch (error) {
      acks.fail();
      await answer.catch(() => undefined); // The reason is the one that is thrown.
      throw error;
    }
    await answer;
  }

  return {
    state: () => state,
    start: async (start) => {
      if (run !== null) {
        throw new AppError('at_capacity', 'A session runs already; end it first.');
      }
      const own: Run = {
        bypass: createBypass({
          send: (message) => {
            if (own.link === null) {
              throw new AppError('service_unreachable', 'The service is being connected to.');
            }
            own.link.send(message);
          },
          onState: (bypass) => {
            if (own === run && state.state === 'running') {
              enter({ ...state, bypass });
            }
          },
        }),
        start,
        profileId: options.activeProfileId(),
        ready: Promise.withResolvers<LiveState>(),
        session: null,
        baseUrl: '',
        place: '',
        link: null,
        hasImage: false,
        revivals: 0,
        said: {},
      };
      run = own;
      wake = openWakeWatch(() => run?.link?.renew());
      enter({ state: 'opening' });
      const slow = setTimeout(() => {
        end(own, 'failed', {
          code: 'service_unreachable',
          message: 'The service did not open a room in time.',
        });
      }, ROOM_MS);
      open(own).catch((cause: unknown) => end(own, 'failed', toWireError(cause)));
      try {
        return await own.ready.promise;
      } finally {
        clearTimeout(slow);
      }
    },
    stop: () => {
      if (run !== null) {
        end(run, 'stopped', null);
      }
    },
    change: async ({ characterId, prompt }) => {
      if (run !== null) {
        const { start } = run;
        run.start = {
          ...start,
          characterId: characterId ?? start.characterId,
          prompt: prompt ?? start.prompt,
        };
      }
      if (characterId !== undefined) {
        await ask('set_image', async () => ({
          type: 'set_image',
          image_data: (await options.readImage(characterId)).toString('base64'),
          ...(prompt === undefined || prompt === '' ? {} : { prompt }),
        }));
      } else if (prompt !== undefined && prompt !== '') {
        await ask('prompt', async () => ({ type: 'prompt', prompt }));
      }
    },
    bypass: async (isOn) => {
      if (!isOn) {
        run?.bypass.end();
      } else if (run === null) {
        throw new AppError('not_found', 'No session runs.');
      } else {
        await run.bypass.begin();
      }
    },
  };
}

function toAppError({ code, message }: { code: string; message: string }): AppError {
  return new AppError(isErrorCode(code) ? code : 'processing_failed', message);
}
