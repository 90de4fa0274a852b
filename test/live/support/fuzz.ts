import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AddTrackRequest,
  MuteTrackRequest,
  Ping,
  SessionDescription,
  SignalRequest,
  TrackType,
  TrickleRequest,
  UpdateParticipantMetadata,
  UpdateSubscription,
  UpdateTrackSettings,
  VideoQuality,
} from '@livekit/protocol';
import { RTCPeerConnection, RtpHeader } from 'werift';
import { createRandom } from '../../support/random.ts';
import { openRaw, type RawClient } from './raw-client.ts';
import { makeToken, type Target } from './targets.ts';

type Random = () => number;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

function randomBytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)));
}

/** Flips, cuts, repeats or fills parts of a message. */
function mutate(random: Random, message: Uint8Array): Buffer {
  let bytes = Buffer.from(message);
  for (let count = below(random, 6); count >= 0; count -= 1) {
    const at = below(random, bytes.length + 1);
    const part = bytes.subarray(at, at + below(random, 40));
    const choices = [
      () => bytes.fill(below(random, 256), at, Math.min(at + 1, bytes.length)),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + part.length)]),
      () => Buffer.concat([bytes.subarray(0, at), part, part, bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), randomBytes(random, 8), bytes.subarray(at)]),
    ];
    bytes = Buffer.from(choices[below(random, choices.length)]!());
  }
  return bytes;
}

const offer = [
  'v=0',
  'o=- 1 1 IN IP4 0.0.0.0',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(24)}`,
  `a=fingerprint:sha-256 ${'AB:'.repeat(31)}AB`,
  'a=setup:actpass',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
  'a=mid:0',
  'a=sendonly',
  'a=msid:stream track',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=rid:q send',
  'a=rid:f send',
  'a=simulcast:send q;f',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:2',
  'a=sctp-port:5000',
  '',
].join('\r\n');

const messages: readonly SignalRequest['message'][] = [
  { case: 'offer', value: new SessionDescription({ type: 'offer', sdp: offer, id: 1 }) },
  { case: 'answer', value: new SessionDescription({ type: 'answer', sdp: offer, id: 1 }) },
  { case: 'trickle', value: new TrickleRequest({ candidateInit: '{"candidate":""}' }) },
  { case: 'addTrack', value: new AddTrackRequest({ cid: 'track', type: TrackType.VIDEO }) },
  { case: 'mute', value: new MuteTrackRequest({ sid: 'TR_x', muted: true }) },
  {
    case: 'subscription',
    value: new UpdateSubscription({ trackSids: ['TR_x'], subscribe: true }),
  },
  {
    case: 'trackSetting',
    value: new UpdateTrackSettings({ trackSids: ['TR_x'], quality: VideoQuality.MEDIUM }),
  },
  { case: 'updateMetadata', value: new UpdateParticipantMetadata({ metadata: 'x' }) },
  { case: 'pingReq', value: new Ping({ timestamp: 1n }) },
];

/** Sends broken messages on signalling sockets of both generations; opens a new socket after each close. */
export async function fuzzSignalling(target: Target, seed: number, rounds: number): Promise<void> {
  const random = createRandom(seed);
  let client: RawClient | null = null;
  for (let round = 0; round < rounds; round += 1) {
    if (client === null || client.closed() !== null) {
      client = await openRaw(target, makeToken(target, `fuzz-${seed}`, 'fuzz'));
    }
    const message = messages[below(random, messages.length)]!;
    const whole = new SignalRequest({ message });
    const isText = random() < 0.2;
    client.socket.send(
      isText
        ? mutate(random, Buffer.from(whole.toJsonString())).toString('utf8')
        : mutate(random, whole.toBinary()),
    );
    if (round % 20 === 0) {
      await pause(1);
    }
  }
  await client?.close();
}

/** Sends broken datagrams at a media port from an address that no check chose. */
export async function fuzzPort(port: number, seed: number, rounds: number): Promise<void> {
  const random = createRandom(seed);
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const check = Buffer.from('000100002112a442000102030405060708090a0b00060004', 'hex');
  const starts = [check, Buffer.from([22, 254, 253]), Buffer.from([0x80, 96]), Buffer.alloc(0)];
  for (let round = 0; round < rounds; round += 1) {
    const rest = randomBytes(random, below(random, 200));
    const start = mutate(random, starts[below(random, starts.length)]!);
    socket.send(Buffer.concat([start, rest]), port, '127.0.0.1');
    if (round % 20 === 0) {
      await pause(1);
    }
  }
  socket.close();
}

/**
 * Participants with valid tokens and broken handshakes: records are changed, cut, repeated or held back, from the
 * address chosen by a signed check.
 */
export async function fuzzHandshake(target: Target, seed: number, rounds: number): Promise<void> {
  const random = createRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    // Each participant replaces the one before.
    const client = await openRaw(target, makeToken(target, `handshake-${seed}`, 'fuzz'));
    const { sdp } = await client.next('offer');
    const peer = new RTCPeerConnection({ iceAdditionalHostAddresses: ['127.0.0.1'] });
    await peer.setRemoteDescription({ type: 'offer', sdp });
    await peer.setLocalDescription(await peer.createAnswer());
    const sent = breakRecords(random, peer);
    const answer = { type: 'answer', sdp: peer.localDescription!.sdp, id: 1 };
    client.send({ case: 'answer', value: new SessionDescription(answer) });
    await Promise.race([sent, pause(300)]);
    await peer.close();
    await client.close();
  }
}

/** Breaks a third of the records of a peer; settles after some of them, at any state of the handshake. */
function breakRecords(random: Random, peer: RTCPeerConnection): Promise<void> {
  const { connection } = peer.dtlsTransports[0]!.iceTransport;
  const send = connection.send.bind(connection);
  const enough = 4 + below(random, 10);
  let count = 0;
  return new Promise((resolve) => {
    connection.send = async (datagram: Buffer): Promise<void> => {
      const isRecord = datagram[0]! >= 20 && datagram[0]! <= 63;
      count += isRecord ? 1 : 0;
      if (count >= enough) {
        resolve();
      }
      if (!isRecord || random() < 0.66) {
        await send(datagram);
        return;
      }
      const choices = [
        () => [mutate(random, datagram)],
        () => [datagram, datagram],
        () => [mutateBody(random, datagram)],
        () => [mutateBody(random, datagram), datagram],
        () => [],
      ];
      for (const bytes of choices[below(random, choices.length)]!()) {
        await send(bytes);
      }
    };
  });
}

/** Changes bytes after the header of a record, so that its parser receives them. */
function mutateBody(random: Random, record: Buffer): Buffer {
  const body = mutate(random, record.subarray(13));
  const changed = Buffer.concat([record.subarray(0, 13), body]);
  changed.writeUInt16BE(Math.min(body.length, 0xffff), 11);
  return changed;
}

/**
 * A participant with a valid token that turns hostile once its path is encrypted: broken RTP, RTCP and SCTP. `inspect`
 * is called before it leaves.
 */
export async function fuzzInside(
  target: Target,
  seed: number,
  rounds: number,
  inspect: (identity: string) => void = () => {},
): Promise<void> {
  const random = createRandom(seed);
  const client = await openRaw(target, makeToken(target, `inside-${seed}`, 'fuzz'));
  const { sdp } = await client.next('offer');
  const peer = new RTCPeerConnection({ iceAdditionalHostAddresses: ['127.0.0.1'] });
  const connected = new Promise<void>((resolve) => {
    peer.connectionStateChange.subscribe((state) => {
      if (state === 'connected') {
        resolve();
      }
    });
  });
  await peer.setRemoteDescription({ type: 'offer', sdp });
  await peer.setLocalDescription(await peer.createAnswer());
  const answer = new SessionDescription({ type: 'answer', sdp: peer.localDescription!.sdp, id: 1 });
  client.send({ case: 'answer', value: answer });
  await connected;
  const [dtls] = peer.dtlsTransports;
  for (let round = 0; round < rounds; round += 1) {
    const rest = randomBytes(random, below(random, 300));
    const kinds: (() => Promise<unknown>)[] = [
      () => dtls!.sendData(rest),
      () => dtls!.sendData(writeSctp(random, peer)),
      () => dtls!.sendRtp(rest, writeHeader(random)),
      () => dtls!.sendRtcp([{ serialize: () => writeReport(random) } as never]),
      () => dtls!.iceTransport.connection.send(writeLongHeader(random)),
    ];
    await kinds[below(random, kinds.length)]!().catch(() => {});
    if (round % 20 === 0) {
      await pause(1);
    }
  }
  inspect(`inside-${seed}`);
  await peer.close();
  await client.close();
}

function writeHeader(random: Random): RtpHeader {
  return new RtpHeader({
    payloadType: below(random, 128),
    sequenceNumber: below(random, 65_536),
    timestamp: below(random, 2 ** 31),
    ssrc: below(random, 4),
    marker: random() < 0.5,
    extension: true,
    extensions: [{ id: 1 + below(random, 5), payload: randomBytes(random, 1 + below(random, 8)) }],
  });
}

/** An unencrypted packet whose extensions exceed its length. */
function writeLongHeader(random: Random): Buffer {
  const head = Buffer.from('906000000000000000000001', 'hex');
  const extension = Buffer.from([0xbe, 0xde, 0, 0]);
  extension.writeUInt16BE(below(random, 65_536), 2);
  return Buffer.concat([head, extension, randomBytes(random, below(random, 100))]);
}

function writeReport(random: Random): Buffer {
  const body = randomBytes(random, 4 * below(random, 20));
  const head = Buffer.from([0x80 | below(random, 32), 200 + below(random, 8), 0, 0]);
  head.writeUInt16BE(random() < 0.8 ? body.length / 4 : below(random, 65_536), 2);
  return Buffer.concat([head, body]);
}

/**
 * Data, init and its answer, acknowledgements, heartbeats, cookies, streams; no chunk that ends the association at
 * once.
 */
const chunkKinds = [0, 0, 0, 1, 2, 3, 4, 5, 10, 11, 130, 192];

/** A chunk of a random kind under the right tag, so that it is read. */
function writeSctp(random: Random, peer: RTCPeerConnection): Buffer {
  const tag: number = peer.sctpTransport?.sctp['remoteVerificationTag'] ?? 0;
  const body = randomBytes(random, below(random, 60));
  const kind = chunkKinds[below(random, chunkKinds.length)]!;
  const chunk = Buffer.concat([Buffer.from([kind, below(random, 8), 0, 0]), body]);
  // A parser must reject a length of zero, or below that of its header.
  const lies = [() => below(random, 4), () => below(random, 65_536)];
  const length = random() < 0.8 ? chunk.length : lies[below(random, lies.length)]!();
  chunk.writeUInt16BE(length, 2);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(5000, 0);
  head.writeUInt16BE(5000, 2);
  head.writeUInt32BE(tag, 4);
  const packet = Buffer.concat([head, chunk]);
  packet.writeUInt32LE(crc32c(packet), 8);
  return packet;
}

function crc32c(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0x82f6_3b78 : crc >>> 1;
    }
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
