import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createLiveKitRooms } from './livekit-rooms.ts';
import { findLiveKitServer, openMediaRooms } from './open-media-rooms.ts';

interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly claims: { readonly video: Readonly<Record<string, unknown>> };
}

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** The used part of a LiveKit server's admin API. */
async function listen(answer: (call: Call) => readonly [number, unknown], playoutDelayMs = 1) {
  const calls: Call[] = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const token =
        (request.headers.authorization ?? '').replace('Bearer ', '').split('.')[1] ?? '';
      const claims = JSON.parse(Buffer.from(token, 'base64url').toString()) as Call['claims'];
      const call = { path: request.url ?? '', body: JSON.parse(text) as unknown, claims };
      calls.push(call);
      const [status, content] = answer(call);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    calls,
    rooms: createLiveKitRooms({ url, apiKey: 'key', apiSecret: 'secret', playoutDelayMs }),
  };
}

describe('rooms of a LiveKit server', () => {
  it('are created, listed and deleted by its admin API', async () => {
    const { calls, rooms } = await listen(({ path }) =>
      path.endsWith('ListParticipants') ? [200, { participants: [{ identity: 'a' }] }] : [200, {}],
    );
    const room = await rooms.create('session');
    expect(await room.participants()).toEqual(['a']);
    expect(await room.remove('a')).toBe(true);
    await room.close();
    expect(calls.map(({ path }) => path.replace('/twirp/livekit.RoomService/', ''))).toEqual([
      'CreateRoom',
      'ListParticipants',
      'RemoveParticipant',
      'DeleteRoom',
    ]);
    expect(calls[0]?.body).toMatchObject({ name: 'session', max_playout_delay: 1 });
    expect(calls[2]?.body).toEqual({ room: 'session', identity: 'a' });
    expect(calls.every(({ claims }) => claims.video['roomAdmin'] === true)).toBe(true);
    expect(calls.every(({ claims }) => claims.video['room'] === 'session')).toBe(true);
  });

  it('leave the delay to the receivers where none is asked for', async () => {
    const { calls, rooms } = await listen(() => [200, {}], 0);
    await rooms.create('session');
    expect(calls[0]?.body).not.toHaveProperty('max_playout_delay');
  });

  it('may be gone already', async () => {
    const { rooms } = await listen(({ path }) =>
      path.endsWith('CreateRoom') ? [200, {}] : [404, { code: 'not_found', msg: 'gone' }],
    );
    const room = await rooms.create('session');
    expect(await room.remove('a')).toBe(false);
    await room.close();
    await expect(room.participants()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('report the fault of key, answer or address', async () => {
    const refusing = await listen(() => [401, { code: 'unauthenticated' }]);
    await expect(refusing.rooms.create('x')).rejects.toMatchObject({ code: 'unauthorized' });
    server?.close();
    const broken = await listen(() => [500, null]);
    await expect(broken.rooms.create('x')).rejects.toMatchObject({ code: 'bad_reply' });
    const nowhere = {
      url: 'ws://127.0.0.1:9',
      apiKey: 'key',
      apiSecret: 'secret',
      playoutDelayMs: 1,
    };
    await expect(createLiveKitRooms(nowhere).create('x')).rejects.toMatchObject({
      code: 'service_unreachable',
    });
  });
});

describe('the environment', () => {
  const whole = { LIVEKIT_URL: 'wss://x.example', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' };

  it('names a server whole or not at all', () => {
    expect(findLiveKitServer({})).toBe(null);
    expect(findLiveKitServer(whole)).toEqual({
      url: 'wss://x.example',
      apiKey: 'k',
      apiSecret: 's',
      playoutDelayMs: 1,
    });
    for (const name of Object.keys(whole)) {
      expect(() => findLiveKitServer({ ...whole, [name]: '' })).toThrow('LIVEKIT_URL');
    }
    expect(() => findLiveKitServer({ ...whole, LIVEKIT_URL: 'x.example' })).toThrow('wss://');
  });

  it('says how long receivers may wait', () => {
    const read = (delay: string) =>
      findLiveKitServer({ ...whole, GUISE_PLAYOUT_DELAY_MS: delay })?.playoutDelayMs;
    expect([read('0'), read('100'), read('')]).toEqual([0, 100, 1]);
    for (const wrong of ['-1', '1.5', '10001', 'soon']) {
      expect(() => read(wrong)).toThrow(`“${wrong}”; a whole number from 0 to 10000`);
    }
  });

  it('without a server has embedded rooms, each with its own life', async () => {
    const rooms = await openMediaRooms({});
    expect([rooms.kind, rooms.url]).toEqual([
      'embedded',
      expect.stringMatching(/^ws:\/\/127\.0\.0\.1:/),
    ]);
    const room = await rooms.create('one');
    const token = room.createToken('a', { canPublish: true, canSubscribe: true }, 60);
    const validate = async (): Promise<number> => {
      const url = `${rooms.url.replace('ws', 'http')}/rtc/validate?access_token=${token}`;
      return (await fetch(url)).status;
    };
    await expect(rooms.create('one')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await validate()).toBe(200);
    await room.close();
    expect(await validate()).toBe(404);
    await rooms.close();
  });

  it('with a server has its rooms', async () => {
    const rooms = await openMediaRooms(whole);
    expect([rooms.kind, rooms.url]).toEqual(['livekit', 'wss://x.example']);
  });
});
