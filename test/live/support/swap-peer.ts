import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
  VideoStream,
} from '@livekit/rtc-node';
import { type WebSocket, WebSocketServer } from 'ws';
import { createId } from '../../../src/base/ids.ts';
import {
  parseSwapClientMessage,
  type SwapClientMessage,
  type SwapServerMessage,
} from '../../../src/contract/api/sockets.ts';
import { openMediaRooms } from '../../../src/room/provider/open-media-rooms.ts';

/** A remote service with a live swap whose engine inverts brightness, except during a bypass. */
export interface SwapPeer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Messages of clients, in order. */
  readonly heard: SwapClientMessage[];
  /** Sockets and sessions opened so far. */
  readonly counts: () => { readonly connections: number; readonly sessions: number };
  /** Refuses the next image as one without a face. */
  refuseImage: () => void;
  /** Sends nothing but the room from now on: the test answers images and prompts with `say`. */
  holdAnswers: () => void;
  readonly say: (message: SwapServerMessage) => void;
  /** Sets the reply to the next `passthrough` messages; `cut` breaks the connection before the reply, once. */
  answerBypass: (how: 'ack' | 'silence' | 'refuse' | 'cut') => void;
  /** Forwards frames, or holds them back. */
  setFlowing: (isFlowing: boolean) => void;
  /** Cuts the socket without a word. */
  readonly cut: () => void;
  /** Closes with a code. */
  readonly end: (message: SwapServerMessage, closeCode: number) => void;
  /** Sets the refusal of the next sessions; null for none. */
  refuse: (status: number | null, code?: string) => void;
  readonly close: () => Promise<void>;
}

const account = {
  rate_tier: 'default',
  rate_limit_per_minute: 60,
  max_concurrent_jobs: 2,
  max_image_mb: 45,
  max_audio_mb: 45,
  max_video_mb: 500,
  allowed_output_resolutions_p: [480, 720],
  max_script_chars: 5000,
  max_prompt_chars: 2000,
  max_realtime_minutes: 100,
  max_voice_minutes: 100,
  balance_usd: 12,
  held_usd: 0,
};

const pricing = {
  currency: 'USD',
  version: '1',
  capabilities: [
    { feature: 'real_time_swap_full', unit: 'per_second', price_usd: 0.005, minimum_usd: 0 },
  ],
};

/**
 * Starts the service on this machine; without media its rooms are names only. rtc-node is not disposed when the peer
 * closes: afterwards it could join no room in the same process, and the next test has a peer of its own.
 */
export async function openSwapPeer(
  options: { readonly hasMedia?: boolean } = {},
): Promise<SwapPeer> {
  const apiKey = 'peer-key-of-the-test';
  const rooms = options.hasMedia === false ? null : await openMediaRooms({});
  const heard: SwapClientMessage[] = [];
  const engines: Room[] = [];
  let isFlowing = true;
  let isBypassed = false;
  let refusal: { readonly status: number; readonly code: string } | null = null;
  let socket: WebSocket | null = null;
  let roomInfo: SwapServerMessage | null = null;
  let refusesImage = false;
  let holdsAnswers = false;
  let bypassAnswer: 'ack' | 'silence' | 'refuse' | 'cut' = 'ack';
  let connections = 0;
  let sessions = 0;

  const say = (message: SwapServerMessage): void => socket?.send(JSON.stringify(message));

  async function openRoom(): Promise<SwapServerMessage> {
    if (rooms === null) {
      const claims = Buffer.from(JSON.stringify({ video: { room: createId() } }));
      const token = `e30.${claims.toString('base64url')}.x`;
      return { type: 'room_info', livekit_url: 'ws://127.0.0.1:9', token };
    }
    const room = await rooms.create(createId());
    const rights = { canPublish: true, canSubscribe: true };
    const engine = new Room();
    engines.push(engine);
    engine.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === TrackKind.KIND_VIDEO) {
        void invert(engine, new VideoStream(track), {
          isFlowing: () => isFlowing,
          isBypassed: () => isBypassed,
        });
      }
    });
    await engine.connect(room.url, room.createToken('engine', rights, 600), {
      autoSubscribe: true,
      dynacast: false,
    });
    const token = room.createToken('client', rights, 600);
    return { type: 'room_info', livekit_url: room.url, token };
  }

  function answerBadly(): void {
    if (bypassAnswer === 'cut') {
      bypassAnswer = 'ack';
      socket?.terminate();
    } else if (bypassAnswer === 'refuse') {
      say({ type: 'warning', code: 'processing_failed', message: 'No.', for: 'passthrough' });
    }
  }

  const hear = async (message: SwapClientMessage): Promise<void> => {
    heard.push(message);
    if (message.type === 'passthrough' && bypassAnswer !== 'ack') {
      answerBadly();
      return;
    }
    if (message.type === 'passthrough') {
      isBypassed = message.enabled;
    }
    if (message.type === 'set_image' && refusesImage) {
      refusesImage = false;
      say({
        type: 'warning',
        code: 'face_not_detected',
        message: 'The picture shows no face.',
        for: 'set_image',
      });
      return;
    }
    if (message.type === 'set_image') {
      roomInfo ??= await openRoom();
      say(roomInfo);
    }
    if (!holdsAnswers || message.type === 'passthrough') {
      say({ type: 'ack', for: message.type });
    }
  };

  const server = createServer((request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    request.resume();
    const route = `${request.method} ${new URL(request.url ?? '/', 'http://peer').pathname}`;
    if (route === 'GET /account') {
      send(200, account);
    } else if (route === 'GET /pricing') {
      send(200, pricing);
    } else if (route === 'POST /real-time-swap/session' && refusal !== null) {
      send(refusal.status, { error: { code: refusal.code, message: 'Refused by the peer.' } });
    } else if (route === 'POST /real-time-swap/session') {
      roomInfo = null;
      sessions += 1;
      send(200, {
        session_id: createId(),
        stream_url: `ws://127.0.0.1:${port}/stream`,
        model: 'peer-invert-1',
        session_token: 'st_peer',
        prompt: 'Swap.',
        max_duration_sec: 600,
        expires_at: new Date(Date.now() + 60_000).toISOString(),
        cost_usd: 3,
      });
    } else {
      send(404, { error: { code: 'not_found', message: 'There is nothing.' } });
    }
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 2 ** 20 });
  server.on('upgrade', (request: IncomingMessage, stream, head) => {
    sockets.handleUpgrade(request, stream, head, (opened) => {
      socket = opened;
      connections += 1;
      opened.on('message', (bytes: Buffer) => {
        void hear(parseSwapClientMessage(bytes.toString('utf8')));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    heard,
    counts: () => ({ connections, sessions }),
    say,
    refuseImage: () => {
      refusesImage = true;
    },
    holdAnswers: () => {
      holdsAnswers = true;
    },
    answerBypass: (how) => {
      bypassAnswer = how;
    },
    setFlowing: (next) => {
      isFlowing = next;
    },
    cut: () => socket?.terminate(),
    end: (message, closeCode) => {
      say(message);
      socket?.close(closeCode);
    },
    refuse: (status, code = 'at_capacity') => {
      refusal = status === null ? null : { status, code };
    },
    close: async () => {
      socket?.terminate();
      for (const engine of engines) {
        await engine.disconnect();
      }
      server.closeAllConnections();
      server.close();
      await rooms?.close();
    },
  };
}

/** Returns the received video with inverted brightness, newest frame first. */
async function invert(
  engine: Room,
  stream: VideoStream,
  { isFlowing, isBypassed }: { isFlowing: () => boolean; isBypassed: () => boolean },
): Promise<void> {
  let source: VideoSource | null = null;
  for await (const { frame } of stream) {
    const converted = frame.convert(VideoBufferType.I420);
    if (source === null) {
      source = new VideoSource(converted.width, converted.height);
      const track = LocalVideoTrack.createVideoTrack('output', source);
      const options = new TrackPublishOptions({
        source: TrackSource.SOURCE_CAMERA,
        simulcast: false,
      });
      await engine.localParticipant?.publishTrack(track, options);
    }
    if (isFlowing()) {
      const { data } = converted;
      const luma = isBypassed() ? 0 : converted.width * converted.height;
      for (let at = 0; at < luma; at += 1) {
        data[at] = 255 - data[at]!;
      }
      source.captureFrame(
        new VideoFrame(data, converted.width, converted.height, VideoBufferType.I420),
      );
    }
  }
}
