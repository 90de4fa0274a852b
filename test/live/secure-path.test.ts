import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  Event,
  RTCDtlsFingerprint,
  RTCDtlsParameters,
  RTCDtlsTransport,
  type RTCIceTransport,
} from 'werift';
import { writeStunCheck } from './support/stun-check.ts';
import { SecurePath } from '../../src/room/transport/secure-path.ts';

/** A peer whose handshake is done, on a socket of its own. */
interface Peer {
  readonly socket: Socket;
  /** Datagrams that its handshake sent. */
  readonly sent: readonly Buffer[];
  /** Number of DTLS datagrams that came back since the last call. */
  readonly countReplies: () => number;
}

let path: SecurePath;
let peer: Peer;

beforeEach(async () => {
  const nothing = (): void => undefined;
  path = await SecurePath.open('127.0.0.1', {
    onRtp: nothing,
    onRtcp: nothing,
    onConnected: nothing,
    onLost: nothing,
  });
  peer = await connect();
  await expect.poll(() => path.isConnected).toBe(true);
});

afterEach(() => {
  path.close();
  peer.socket.close();
});

async function connect(): Promise<Peer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.send(writeStunCheck(path.ice, true), path.ice.port, '127.0.0.1');
  await once(socket, 'message');
  const sent: Buffer[] = [];
  let replies = 0;
  const onData = new Event<[Buffer]>();
  socket.on('message', (datagram) => {
    replies += 1;
    onData.execute(datagram);
  });
  const connection = {
    onData,
    send: async (datagram: Buffer): Promise<void> => {
      sent.push(Buffer.from(datagram));
      send(socket, datagram);
    },
    close: async (): Promise<void> => undefined,
  };
  const ice = { role: 'controlling', state: 'connected', connection };
  const certificate = await RTCDtlsTransport.SetupCertificate();
  const dtls = new RTCDtlsTransport({}, ice as unknown as RTCIceTransport, certificate, [7, 1]);
  dtls.role = 'client';
  const { algorithm, value } = path.fingerprint;
  dtls.setRemoteParams(new RTCDtlsParameters([new RTCDtlsFingerprint(algorithm, value)], 'server'));
  const [own] = dtls.localParameters.fingerprints;
  path.start({ algorithm: own?.algorithm ?? '', value: own?.value ?? '' }, 'active');
  await dtls.start();
  const countReplies = (): number => {
    const count = replies;
    replies = 0;
    return count;
  };
  return { socket, sent, countReplies };
}

function send(socket: Socket, datagram: Buffer): void {
  socket.send(datagram, path.ice.port, '127.0.0.1');
}

/** Waits for the answer to a check behind all that was sent: a fixed time may be over before a busy machine reads it. */
async function untilAllIsRead(): Promise<void> {
  const answered = Promise.withResolvers<void>();
  peer.socket.on('message', (datagram) => {
    if (datagram.readUInt8(0) < 20) {
      answered.resolve(); // Those of DTLS begin with 20 or more (RFC 7983).
    }
  });
  send(peer.socket, writeStunCheck(path.ice, false));
  await answered.promise;
  await setImmediate();
}

function writeRecord(type: number, epoch: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt8(type, 0);
  head.writeUInt16BE(0xfefd, 1);
  head.writeUInt16BE(epoch, 3);
  head.writeUInt16BE(payload.length, 11);
  return Buffer.concat([head, payload]);
}

const closeNotify = Buffer.from([1, 0]);
const noise = writeRecord(23, 1, Buffer.alloc(40));

it.each([
  ['an alert', writeRecord(21, 0, closeNotify)],
  ['an alert that claims to be encrypted', writeRecord(21, 1, closeNotify)],
  [
    'an alert as long as an encrypted one',
    writeRecord(21, 1, Buffer.from([1, ...Buffer.alloc(30)])),
  ],
  ['a record of an unknown type', writeRecord(40, 1, Buffer.alloc(0))],
  ['an alert behind another record', Buffer.concat([noise, writeRecord(21, 0, closeNotify)])],
])('is not ended by %s that nobody encrypted', async (_name, datagram) => {
  send(peer.socket, datagram);
  await untilAllIsRead();
  expect(path.isConnected).toBe(true);
});

it('keeps no pieces of a handshake after it', async () => {
  const piece = Buffer.alloc(12 + 1000);
  piece.writeUInt8(11, 0);
  piece.writeUIntBE(0xfffff, 1, 3);
  piece.writeUIntBE(1000, 9, 3);
  for (let at = 0; at < 20; at += 1) {
    send(peer.socket, Buffer.concat([noise, writeRecord(22, 0, piece)]));
  }
  await untilAllIsRead();
  expect(path.dtls.dtls).toHaveProperty('bufferFragmentedHandshakes', []);
});

it('answers the last flight of the peer again, in one datagram as browsers repeat it', async () => {
  const certificate = 11;
  const from = peer.sent.findIndex(
    (datagram) => datagram.readUInt8(0) === 22 && datagram.readUInt8(13) === certificate,
  );
  peer.countReplies();
  send(peer.socket, Buffer.concat(peer.sent.slice(from)));
  await expect.poll(() => peer.countReplies()).toBeGreaterThan(0);
  expect(path.isConnected).toBe(true);
});
