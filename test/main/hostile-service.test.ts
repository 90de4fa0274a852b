/** Checks that messages of a hostile service end a session at worst, and never the app. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { WireError } from '../../src/base/errors.ts';
import { createApiClient } from '../../src/client/client.ts';
import type { LiveState } from '../../src/contract/ipc/live.ts';
import { LiveBroker } from '../../src/main/live/live-broker.ts';
import { openRoomRelay, type RoomRelay } from '../../src/main/live/room-relay.ts';
import { ChangerSession } from '../../src/main/changer/changer-session.ts';
import { VoicePort } from '../../src/main/changer/voice-port.ts';
import { type HostileMessage, mutate } from './hostile-replies.ts';

const MESSAGES = 1000;
const PER_SESSION = 20;

const room = {
  type: 'room_info',
  livekit_url: 'ws://127.0.0.1:9',
  token: `e30.${Buffer.from('{"video":{"room":"a"}}').toString('base64url')}.x`,
};
const swapMessages = [
  room,
  { type: 'ack', for: 'set_image' },
  { type: 'ack', for: 'passthrough' },
  {
    type: 'stats',
    fps: 29.5,
    latency_ms: 21,
    tracked: true,
    engine: 'Mesh',
    seconds_billed: 4,
    seconds_left: 596,
  },
  { type: 'warning', code: 'not_understood', message: 'What is a flurb?', for: 'prompt' },
  { type: 'session_ended', reason: 'idle' },
  { type: 'error', error: { code: 'at_capacity', message: 'Full.' } },
];
const voiceMessages = [
  { sample_rate: 16_000, chunk_frames: 2400, latency_ms: 120, settings: ['strength'] },
  { type: 'error', error: { code: 'at_capacity', message: 'Full.' } },
];

/** A service on this machine whose sockets send the messages of a test. */
async function openHostileService() {
  let onSocket: (socket: WebSocket) => void = () => undefined;
  let address: (port: number) => string = (port) => `ws://127.0.0.1:${port}/stream`;
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        session_id: 'session',
        status: 'ready',
        stream_url: address(port),
        model: 'peer',
        session_token: 'st_peer',
        prompt: 'Swap.',
        max_duration_sec: 600,
        expires_at: new Date(Date.now() + 60_000).toISOString(),
        cost_usd: 3,
      }),
    );
  });
  const sockets = new WebSocketServer({ server, maxPayload: 2 ** 26 });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    client: createApiClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'a-key-of-the-test' }),
    say: (messages: readonly HostileMessage[], code: number) => {
      onSocket = (socket) =>
        socket.once('message', () => {
          for (const message of messages) {
            socket.send(message, { binary: typeof message !== 'string' });
          }
          socket.close(code);
        });
    },
    name: (text: string | null) => {
      address = (own) => text ?? `ws://127.0.0.1:${own}/stream`;
    },
    close: async () => {
      for (const socket of sockets.clients) {
        socket.terminate();
      }
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

let service: Awaited<ReturnType<typeof openHostileService>>;
let relay: RoomRelay;
const uncaught: unknown[] = [];
const note = (error: unknown): void => {
  uncaught.push(error);
};

beforeAll(async () => {
  service = await openHostileService();
  relay = await openRoomRelay();
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('uncaughtException', note);
  process.off('unhandledRejection', note);
  await relay.close();
  await service.close();
});

/** Runs one live session and returns how it ended. */
async function runLive(): Promise<Extract<LiveState, { state: 'ended' }>> {
  const ended = Promise.withResolvers<Extract<LiveState, { state: 'ended' }>>();
  const broker = new LiveBroker({
    openClient: async () => service.client,
    activeProfileId: () => 'peer',
    isEmbedded: () => false,
    readImage: async () => Buffer.from('picture'),
    relay,
    onState: (state) => {
      JSON.stringify(state);
      if (state.state === 'ended') {
        ended.resolve(state);
      }
    },
    onStats: () => undefined,
    onWarning: () => undefined,
    log: () => undefined,
  });
  const start = {
    characterId: 'lisa',
    prompt: '',
    durationMinutes: 10,
    cover: 'card',
    hasIdentityLock: false,
    hasBadge: true,
    isPublished: true,
  } as const;
  await broker.start(start).catch(() => undefined); // The end of the session contains the reason.
  return ended.promise;
}

async function runVoice(): Promise<WireError | null> {
  const ended = Promise.withResolvers<WireError | null>();
  const session = new ChangerSession({
    openClient: async () => service.client,
    voiceId: 'clear-host',
    wav: null,
    durationMinutes: 1,
    settings: { strength: 0.5, noiseSuppression: false, voiceGate: false },
    isFree: false,
    voicePort: new VoicePort(),
    onState: (state) => {
      if (state.phase === 'off') {
        ended.resolve(state.error);
      }
    },
  });
  const error = await ended.promise;
  session.stop();
  return error;
}

describe('a service that sends anything', () => {
  it.each([
    ['swap', mutate(swapMessages), runLive, [JSON.stringify(room)]],
    ['voice', mutate(voiceMessages), runVoice, []],
  ] as const)(
    'ends its own sessions and nothing else: the %s socket',
    async (_which, message, run, first) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(message, { minLength: PER_SESSION, maxLength: PER_SESSION }),
          async (messages) => {
            service.say([...first, ...messages], 4410);
            await run();
            expect(uncaught).toEqual([]);
          },
        ),
        { numRuns: MESSAGES / PER_SESSION, endOnFailure: true },
      );
    },
    60_000,
  );

  it.each([
    ['x', /full wss:\/\/ address/],
    ['ws://127.0.0.1/#x', /fragment/],
    ['ftp://h', /full wss:\/\/ address/],
    ['ws://a:b@127.0.0.1/', /user name/],
    ['ws://rooms.example.net/', /wss:\/\/ is allowed/],
  ])('ends a live session with the fault of its room at %s', async (livekitUrl, text) => {
    service.say([JSON.stringify({ ...room, livekit_url: livekitUrl })], 4410);
    expect(await runLive()).toMatchObject({
      reason: 'failed',
      error: { code: 'bad_reply', message: expect.stringMatching(text) },
    });
  });

  it.each(['x', 'ws://127.0.0.1/#x', 'ws://rooms.example.net/', 'http://127.0.0.1/'])(
    'is not connected to at %s, with a reason',
    async (streamUrl) => {
      service.name(streamUrl);
      try {
        const refusal = { code: 'bad_reply', message: expect.stringContaining('stream_url') };
        expect(await runLive()).toMatchObject({ reason: 'failed', error: refusal });
        expect(await runVoice()).toMatchObject(refusal);
      } finally {
        service.name(null);
      }
    },
  );

  it('names the message of the voice changer that cannot be parsed', async () => {
    service.say([JSON.stringify({ sample_rate: 'many', chunk_frames: 2400 })], 1011);
    expect(await runVoice()).toMatchObject({
      code: 'bad_reply',
      message: expect.stringContaining('sample_rate'),
    });
  });
});
