import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AddTrackRequest,
  DisconnectReason,
  LeaveRequest_Action,
  type ParticipantInfo,
  Ping,
  RequestResponse_Reason,
  SessionDescription,
  TrackSource,
  TrackType,
  UpdateParticipantMetadata,
  UpdateSubscription,
} from '@livekit/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { defaultRoomLimits } from '../../src/room/limits.ts';
import { openRoom } from '../../src/room/open-room.ts';
import { signToken } from '../../src/room/token/token.ts';
import { knock, openRaw, type RawClient, writeJoinRequest } from './support/raw-client.ts';
import { makeToken, openEmbedded } from './support/targets.ts';

/* Refusals of the embedded room. */

const limits = { maxParticipantsPerRoom: 3, maxTracksPerParticipant: 2, maxRooms: 4 };
let target: Awaited<ReturnType<typeof openEmbedded>>;
let clients: RawClient[] = [];
let rooms = 0;

beforeAll(async () => {
  target = await openEmbedded({
    limits,
    allowedOrigins: ['https://app.example'],
    isRoomOpen: (name) => name !== 'over',
  });
});
afterAll(() => target.close());

const token = (change: Parameters<typeof makeToken>[3] = {}): string =>
  makeToken(target, 'someone', 'door', change);
const withToken = (text: string): string => `/rtc?access_token=${text}`;
const newRoom = (): string => `room-${(rooms += 1)}`;

async function join(
  identity: string,
  room: string,
  grants: Readonly<Record<string, unknown>> = {},
): Promise<RawClient> {
  const client = await openRaw(target, makeToken(target, identity, room, { grants }));
  clients.push(client);
  return client;
}

async function leaveAll(): Promise<void> {
  for (const { room, identity } of target.server.participants()) {
    target.server.remove(room, identity);
  }
  await Promise.all(clients.map((client) => client.close()));
  clients = [];
}

describe('the door of a room', () => {
  it('accepts valid tokens in the address or as a header, and confirms them at the validation address', async () => {
    expect(await knock(target, withToken(token()))).toBe('join');
    expect(await knock(target, '/rtc', { authorization: `Bearer ${token()}` })).toBe('join');
    const path = `/rtc/v1?join_request=${writeJoinRequest()}&access_token=${token()}`;
    expect(await knock(target, path)).toBe('join');
    const reply = await fetch(`${httpUrl()}/rtc/validate?access_token=${token()}`);
    expect([reply.status, await reply.text()]).toEqual([200, 'success']);
    await leaveAll();
  });

  const nowSec = Math.floor(Date.now() / 1000);
  const claims = { sub: 'someone', exp: nowSec + 300, video: { room: 'door', roomJoin: true } };
  const segment = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const signedAs = (header: object, hash: string): string => {
    const text = `${segment(header)}.${segment({ iss: target.apiKey, ...claims })}`;
    return `${text}.${createHmac(hash, target.apiSecret).update(text).digest('base64url')}`;
  };
  const tampered = (): string => {
    const [header, , signature] = token().split('.');
    const body = segment({ iss: target.apiKey, ...claims, sub: 'engine' });
    return `${header}.${body}.${signature}`;
  };

  it.each<[string, () => string]>([
    ['no token', () => ''],
    ['garbage', () => 'garbage'],
    ['three parts of garbage', () => 'a.b.c'],
    ['a wrong secret', () => signToken({ ...target, apiSecret: 'x'.repeat(40) }, claims)],
    ['a wrong issuer', () => signToken({ ...target, apiKey: 'other' }, claims)],
    [
      'no signature',
      () => `${segment({ alg: 'none' })}.${segment({ iss: target.apiKey, ...claims })}.`,
    ],
    ['another hash', () => signedAs({ alg: 'HS512' }, 'sha512')],
    ['a hash that is not the named one', () => signedAs({ alg: 'HS512' }, 'sha256')],
    ['critical extensions', () => signedAs({ alg: 'HS256', crit: ['exp'] }, 'sha256')],
    ['changed claims', tampered],
    ['a past end', () => token({ claims: { exp: nowSec - 60 } })],
    ['no end', () => token({ claims: { exp: undefined } })],
    ['a later beginning', () => token({ claims: { nbf: nowSec + 120 } })],
    ['no right to join', () => token({ grants: { roomJoin: false } })],
    ['no room', () => token({ grants: { room: undefined } })],
    ['a room without a name', () => token({ grants: { room: '' } })],
    ['no identity', () => token({ claims: { sub: '' } })],
    ['an endless identity', () => token({ claims: { sub: 'x'.repeat(1000) } })],
    ['endless metadata', () => token({ claims: { metadata: 'x'.repeat(20_000) } })],
  ])('refuses %s with 401', async (_name, make) => {
    expect(await knock(target, withToken(make()))).toBe(401);
  });

  it('returns the reason of a refusal without the token', async () => {
    const refused: string[] = [];
    const stop = target.server.listen((event) => {
      if (event.type === 'refused') {
        refused.push(JSON.stringify(event));
      }
    });
    await knock(target, withToken('very-secret'));
    stop();
    expect(refused).toEqual([expect.stringContaining('"status":401')]);
    expect(refused.join()).not.toContain('very-secret');
    const reply = await fetch(`${httpUrl()}/rtc/v1/validate?access_token=x`);
    expect(reply.status).toBe(401);
  });

  it('refuses a foreign host name, also with a good token', async () => {
    expect(await knock(target, withToken(token()), { host: 'evil.example:80' })).toBe(403);
    const host = new URL(target.url).host.replace('127.0.0.1', 'localhost');
    expect(await knock(target, withToken(token()), { host })).toBe('join');
    await leaveAll();
  });

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1.evil.example',
    'http://localhost@evil',
  ])('refuses pages of %s', async (origin) => {
    expect(await knock(target, withToken(token()), { origin })).toBe(403);
  });

  it.each(['https://app.example', 'http://127.0.0.1:5173', 'file://'])(
    'takes pages of %s',
    async (origin) => {
      expect(await knock(target, withToken(token()), { origin })).toBe('join');
      await leaveAll();
    },
  );

  it.each<[string, () => string]>([
    ['no join request', () => ''],
    ['a join request that is none', () => '&join_request=%25%25'],
    ['one without a client', () => `&join_request=${writeJoinRequest({}, { hasClient: false })}`],
    [
      'one that is not packed',
      () => `&join_request=${writeJoinRequest({}, { compress: (bytes) => bytes })}`,
    ],
    ['one of endless text', () => `&join_request=${'A'.repeat(50_000)}`],
    [
      'a bomb of zeros',
      () => `&join_request=${writeJoinRequest({ participantSid: '0'.repeat(20 * 1024 * 1024) })}`,
    ],
  ])('refuses the newer signalling with %s with 400', async (_name, make) => {
    expect(await knock(target, `/rtc/v1?access_token=${token()}${make()}`)).toBe(400);
  });

  it('refuses an address longer than its bound', async () => {
    const path = `/rtc/v1?access_token=${token()}&join_request=${'A'.repeat(80_000)}`;
    expect(await knock(target, path)).toBe(431);
  });

  it.each(['/', '/rtc/v2', '/rtcx', '/twirp/livekit.RoomService/ListRooms', '/rtc/validate'])(
    'has no socket at %s',
    async (path) => {
      expect(await knock(target, `${path}?access_token=${token()}`)).toBe(404);
    },
  );

  it('reports that a closed room does not exist', async () => {
    const late = makeToken(target, 'late', 'over');
    expect(await knock(target, withToken(late))).toBe(404);
    const reply = await fetch(`${httpUrl()}/rtc/validate?access_token=${late}`);
    expect(await reply.text()).toBe('requested room does not exist');
  });

  it('asks an unknown participant that resumes to join anew', async () => {
    const socket = await openRaw(target, token(), '/rtc?reconnect=1&sid=PA_none');
    const leave = await socket.next('leave');
    expect(leave.action).toBe(LeaveRequest_Action.RECONNECT);
    await socket.close();
    expect(target.server.participants()).toEqual([]);
  });

  it('does not let one participant resume another', async () => {
    const room = newRoom();
    const victim = await join('victim', room);
    const { participant } = await victim.next('join');
    const attacker = await openRaw(
      target,
      makeToken(target, 'attacker', room),
      `/rtc?reconnect=1&sid=${participant?.sid}`,
    );
    expect((await attacker.next('leave')).action).toBe(LeaveRequest_Action.RECONNECT);
    expect(victim.closed()).toBe(null);
    await attacker.close();
    await leaveAll();
  });

  it('refuses more participants and more rooms than its limits', async () => {
    const room = newRoom();
    for (const name of ['a', 'b', 'c']) {
      await (await join(name, room)).next('join');
    }
    expect(await knock(target, withToken(makeToken(target, 'd', room)))).toBe(503);
    expect(await knock(target, withToken(makeToken(target, 'a', room)))).toBe('join');
    for (let count = 1; count < limits.maxRooms; count += 1) {
      await (await join('a', newRoom())).next('join');
    }
    expect(await knock(target, withToken(makeToken(target, 'a', newRoom())))).toBe(503);
    await leaveAll();
  });

  it('needs a long secret and one address of this machine', async () => {
    const key = { apiKey: 'key', apiSecret: 'x'.repeat(32) };
    await expect(openRoom({ ...key, apiSecret: 'short' })).rejects.toThrow('secret');
    await expect(openRoom({ ...key, apiKey: '' })).rejects.toThrow('key');
    await expect(openRoom({ ...key, host: '0.0.0.0' })).rejects.toThrow('address');
    await expect(openRoom({ ...key, host: 'example.com' })).rejects.toThrow('address');
  });
});

describe('a room', () => {
  it('lets no participant publish beyond its grants, sources or limit', async () => {
    const room = newRoom();
    const track = (cid: string, source = TrackSource.CAMERA): AddTrackRequest =>
      new AddTrackRequest({ cid, type: TrackType.VIDEO, source });
    const mute = await join('mute', room, { canPublish: false });
    await mute.next('join');
    mute.send({ case: 'addTrack', value: track('x') });
    expect((await mute.next('requestResponse')).reason).toBe(RequestResponse_Reason.NOT_ALLOWED);

    const camera = await join('camera', room, { canPublishSources: ['camera'] });
    await camera.next('join');
    camera.send({ case: 'addTrack', value: track('screen', TrackSource.SCREEN_SHARE) });
    expect((await camera.next('requestResponse')).reason).toBe(RequestResponse_Reason.NOT_ALLOWED);
    camera.send({ case: 'addTrack', value: track('one') });
    camera.send({ case: 'addTrack', value: track('two') });
    camera.send({ case: 'addTrack', value: track('three') });
    expect((await camera.next('trackPublished')).cid).toBe('one');
    expect((await camera.next('requestResponse')).reason).toBe(
      RequestResponse_Reason.LIMIT_EXCEEDED,
    );
    await leaveAll();
  });

  it('has no track of another room, and none for a participant without the right to subscribe', async () => {
    const here = newRoom();
    const source = await join('source', here);
    await source.next('join');
    source.send({
      case: 'addTrack',
      value: new AddTrackRequest({ cid: 'v', type: TrackType.VIDEO }),
    });
    const { track } = await source.next('trackPublished');
    const stranger = await join('stranger', newRoom());
    const blind = await join('blind', here, { canSubscribe: false });
    for (const client of [stranger, blind]) {
      await client.next('join');
      client.send({
        case: 'subscription',
        value: new UpdateSubscription({ trackSids: [track?.sid ?? ''], subscribe: true }),
      });
      await settle(client);
    }
    const subscribed = target.server.metrics().flatMap((figures) => figures.down);
    expect(subscribed).toEqual([]);
    await leaveAll();
  });

  it('does not list the hidden', async () => {
    const room = newRoom();
    await (await join('ghost', room, { hidden: true })).next('join');
    const other = await join('other', room);
    expect((await other.next('join')).otherParticipants).toEqual([]);
    await leaveAll();
  });

  it('changes names only for participants with the right', async () => {
    const room = newRoom();
    const client = await join('fixed', room);
    await client.next('join');
    client.send({
      case: 'updateMetadata',
      value: new UpdateParticipantMetadata({ name: 'Admin', metadata: 'x', requestId: 7 }),
    });
    const response = await client.next('requestResponse');
    expect([response.requestId, response.reason]).toEqual([7, RequestResponse_Reason.NOT_ALLOWED]);
    const other = await join('other', room);
    const [seen] = (await other.next('join')).otherParticipants;
    expect(seen).toMatchObject({ name: '', metadata: '' } satisfies Partial<ParticipantInfo>);
    await leaveAll();
  });

  it('closes the socket of a client that sends a frame over the limit', async () => {
    const client = await join('large', newRoom());
    await client.next('join');
    client.socket.send(Buffer.alloc(defaultRoomLimits.maxSignalBytes + 1));
    await expect.poll(() => client.closed()).toBe(1009);
    await leaveAll();
  });

  it('closes the socket of a client that sends without end', async () => {
    const client = await join('fast', newRoom());
    await client.next('join');
    for (let count = 0; count < defaultRoomLimits.maxSignalsPerSecond * 4; count += 1) {
      client.send({ case: 'pingReq', value: new Ping() });
    }
    await expect.poll(() => client.closed()).toBe(1008);
    await leaveAll();
  });

  it('closes the socket of a client whose messages are too large together', async () => {
    const client = await join('heavy', newRoom());
    await client.next('join');
    const metadata = 'x'.repeat(defaultRoomLimits.maxSignalBytes - 100);
    for (let count = 0; count < 4; count += 1) {
      client.send({ case: 'updateMetadata', value: new UpdateParticipantMetadata({ metadata }) });
    }
    await expect.poll(() => client.closed()).toBe(1008);
    await leaveAll();
  });

  it('closes a refused connection whose client keeps its side open', async () => {
    const { port } = new URL(target.url);
    const socket = createConnection({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString()));
    socket.write(
      'GET /rtc HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await once(socket, 'end');
    expect(text).toContain('401');
    // Bytes for a connection that is closed are answered with a reset.
    const reset = once(socket, 'error');
    for (let count = 0; count < 20 && !socket.destroyed; count += 1) {
      socket.write('x');
      await pause(20);
    }
    expect((await reset)[0]).toMatchObject({
      code: expect.stringMatching(/ECONNRESET|EPIPE/) as string,
    });
  });

  it('lets nobody into a room that is closed while they join', async () => {
    let questions = 0;
    const isRoomOpen = (): boolean => (questions += 1) === 1; // It is open when the client is admitted.
    const own = await openEmbedded({ isRoomOpen });
    const { port } = new URL(own.url);
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/rtc?access_token=${makeToken(own, 'someone', 'brief')}&protocol=15`,
    );
    let messages = 0;
    socket.on('message', () => (messages += 1));
    await once(socket, 'close');
    expect(messages).toBe(0);
    expect(own.server.participants()).toEqual([]);
    await own.close();
  });

  it('leaves sockets for others when one address has reached its limit', async () => {
    const few = await openEmbedded({ limits: { maxConnectionsPerAddress: 4 } });
    const { port } = new URL(few.url);
    const connect = async (localAddress: string): Promise<Socket> => {
      const socket = createConnection({ host: '127.0.0.1', port: Number(port), localAddress });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const first: Socket[] = [];
    for (let count = 0; count < 4; count += 1) {
      first.push(await connect('127.0.0.1'));
    }
    const fifth = await connect('127.0.0.1');
    await once(fifth, 'close');
    const validate = (socket: Socket): Promise<Buffer[]> => {
      socket.write('GET /rtc/validate HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      return once(socket, 'data') as Promise<Buffer[]>;
    };
    expect(String(await validate(await connect('127.0.0.2')))).toContain('HTTP/1.1 401');
    first[0]!.destroy();
    await expect
      .poll(async () => {
        const next = await connect('127.0.0.1');
        return Promise.race([validate(next).then(String), once(next, 'close').then(() => '')]);
      })
      .toContain('HTTP/1.1 401');
    await few.close();
  });

  it('removes the older of two participants with one identity, and no other', async () => {
    const room = newRoom();
    const first = await join('same', room);
    await first.next('join');
    await (await join('same', room)).next('join');
    expect((await first.next('leave')).reason).toBe(DisconnectReason.DUPLICATE_IDENTITY);
    await expect.poll(() => first.closed()).not.toBe(null);
    expect(target.server.participants(room)).toHaveLength(1);
    await leaveAll();
  });

  const certificate = `a=ice-ufrag:abcd\r\na=ice-pwd:${'p'.repeat(24)}\r\na=fingerprint:sha-256 ${'AB:'.repeat(31)}AB\r\na=setup:actpass\r\n`;
  const session = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n';
  const section = (mid: string | number): string =>
    `m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:${mid}\r\na=sendonly\r\na=rtpmap:96 VP8/90000\r\n`;
  it.each<[string, string]>([
    ['nothing', ''],
    ['text', 'hello'],
    ['no sections', session],
    [
      'hundreds of sections',
      session + certificate + Array.from({ length: 300 }, (_, mid) => section(mid)).join(''),
    ],
    ['twice the same mid', session + certificate + section(0) + section(0)],
    ['no mid', session + certificate + section(0).replace('a=mid:0\r\n', '')],
    ['no certificate', session + section(0)],
    ['a weak digest', session + certificate.replace('sha-256', 'md5') + section(0)],
    ['an unknown kind', session + certificate + section(0).replace('m=video', 'm=evil')],
    ['endless text', `${session}${certificate}${section(0)}a=x:${'x'.repeat(460_000)}\r\n`],
    ['endless lines', session + certificate + section(0) + 'a=x:y\r\n'.repeat(5000)],
  ])('drops an offer with %s and goes on', async (_name, sdp) => {
    const client = await join('offering', newRoom());
    await client.next('join');
    client.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) });
    await settle(client);
    expect(client.closed()).toBe(null);
    expect(client.received.some(({ message }) => message.case === 'answer')).toBe(false);
    client.send({
      case: 'offer',
      value: new SessionDescription({ type: 'offer', sdp: session + certificate + section(0) }),
    });
    expect((await client.next('answer')).sdp).toContain('a=inactive');
    await leaveAll();
  });

  it('does not let an offer write lines of its own into the answer', async () => {
    const client = await join('writer', newRoom());
    await client.next('join');
    const evil = section('0')
      .replace('a=sendonly', 'a=sendonly\r\na=extmap:4 urn:evil\r\na=rid:a\ra=evil send')
      .replace('VP8/90000', 'VP8/90000\r\na=fmtp:96 evil=1\ra=candidate:evil');
    const sdp = session + certificate + evil;
    client.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp }) });
    expect((await client.next('answer')).sdp).not.toMatch(/evil/);
    await leaveAll();
  });

  it('does not let the certificate of a connection change', async () => {
    const client = await join('changer', newRoom());
    await client.next('join');
    const offer = session + certificate + section(0);
    client.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp: offer }) });
    await client.next('answer');
    const other = offer.replace('AB:AB', 'CD:EF');
    client.send({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp: other }) });
    await settle(client);
    expect(client.received.filter(({ message }) => message.case === 'answer')).toHaveLength(1);
    await leaveAll();
  });

  it('answers nothing on its media ports that is not signed with its password', async () => {
    const room = newRoom();
    const client = await join('port', room);
    await client.next('join');
    const offer = await client.next('offer');
    const port = Number(/udp \d+ 127\.0\.0\.1 (\d+) typ host/.exec(offer.sdp)?.[1]);
    const ufrag = /a=ice-ufrag:(\S+)/.exec(offer.sdp)?.[1] ?? '';
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    let replies = 0;
    socket.on('message', () => {
      replies += 1;
    });
    const kinds: (() => Buffer)[] = [
      () => randomBytes(200),
      () => writeCheck('aaaa:bbbb'),
      () => writeCheck(`${ufrag}:bbbb`),
      () => Buffer.concat([Buffer.from([0x80, 96]), randomBytes(300)]),
      () => Buffer.concat([Buffer.from([22, 254, 253]), randomBytes(100)]),
      () => Buffer.alloc(0),
    ];
    for (let count = 0; count < 600; count += 1) {
      socket.send(kinds[count % kinds.length]!(), port, '127.0.0.1');
      if (count % 50 === 0) {
        await pause(1);
      }
    }
    await expect.poll(() => toPath(port)?.refusedChecks ?? 0).toBeGreaterThan(100);
    await settle(client);
    expect(replies).toBe(0);
    expect(toPath(port)).toMatchObject({ received: 0, sent: 0 });
    socket.close();
    await leaveAll();
  });
});

function httpUrl(): string {
  return target.url.replace('ws:', 'http:');
}

function toPath(port: number) {
  return target.server
    .metrics()
    .flatMap((figures) => figures.paths)
    .find((path) => path.port === port);
}

/** Until the server has handled all that was sent before. */
async function settle(client: RawClient): Promise<void> {
  client.send({ case: 'pingReq', value: new Ping({ timestamp: 1n }) });
  await client.next('pongResp');
}

function writeCheck(username: string): Buffer {
  const name = Buffer.from(username);
  const padded = Buffer.concat([name, Buffer.alloc((4 - (name.length % 4)) % 4)]);
  const body = Buffer.concat([
    Buffer.from([0, 6, 0, name.length]),
    padded,
    Buffer.from([0, 0x25, 0, 0, 0, 8, 0, 20]),
    randomBytes(20),
  ]);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1, 0);
  head.writeUInt16BE(body.length, 2);
  head.writeUInt32BE(0x2112a442, 4);
  return Buffer.concat([head, body]);
}
