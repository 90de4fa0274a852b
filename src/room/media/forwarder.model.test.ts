import * as fc from 'fast-check';
import {
  GenericNack,
  PictureLossIndication,
  RtcpPacketConverter,
  RtcpPayloadSpecificFeedback,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DownTrack } from './down-track.ts';
import { Forwarder } from './forwarder.ts';
import { parseVp8Descriptor } from './payloads.ts';
import { toSequenceDistance } from './sequence.ts';
import { UpTrack } from './up-track.ts';

/*
 * A publisher, two forwarders and a receiver, with networks between them that lose, delay and double. Publisher and
 * receiver do what WebRTC asks of them and no more. Once the networks are good again, the receiver has everything from
 * its first key frame on, each packet once and as it was made.
 */

const ssrc = 7;
const rtxSsrc = 8;
const pictureMs = 20;
const badMs = 300;
const goodMs = 500;

/** Copies of a packet that arrive, and their delay. */
interface Fate {
  readonly copies: number;
  readonly delayMs: number;
}
const fates = fc.array(
  fc.record({ copies: fc.constantFrom(0, 1, 1, 1, 2), delayMs: fc.constantFrom(1, 1, 1, 5, 40) }),
  { minLength: 7, maxLength: 60, size: 'max' },
);

/** One direction of a network; it repeats its list of faults until `isGood` is set. */
class Network {
  isGood = false;
  readonly #fates: readonly Fate[];
  #sent = 0;

  constructor(list: readonly Fate[]) {
    this.#fates = list;
  }

  carry(deliver: () => void): void {
    const fate = this.isGood ? undefined : this.#fates[this.#sent % this.#fates.length];
    this.#sent += 1;
    for (let copy = 0; copy < (fate?.copies ?? 1); copy += 1) {
      setTimeout(deliver, (fate?.delayMs ?? 1) + 3 * copy);
    }
  }
}

/** A received packet. */
interface Packet {
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

/** Sends a frame every 20 ms, a key frame on request, and retransmits lost packets. */
class Publisher {
  readonly made: Packet[] = [];
  readonly #send: (packet: RtpPacket) => void;
  readonly #hasRtx: boolean;
  #sequence: number;
  #rtxSequence = 65_530;
  #pictures = 0x7ffa;
  #isKeyDue = true;

  constructor(send: (packet: RtpPacket) => void, start: number, hasRtx: boolean) {
    this.#send = send;
    this.#sequence = start;
    this.#hasRtx = hasRtx;
  }

  sendPicture(packets: number): void {
    this.#pictures = (this.#pictures + 1) & 0x7fff;
    for (let index = 0; index < packets; index += 1) {
      this.#sequence = (this.#sequence + 1) & 0xffff;
      const payload = Buffer.alloc(12);
      payload.set([index === 0 ? 0x90 : 0x80, 0xe0, 0x80 | (this.#pictures >> 8)]);
      payload.set([this.#pictures & 0xff, this.#pictures & 0xff, 0x20], 3);
      payload[6] = index === 0 && this.#isKeyDue ? 0 : 1;
      payload.writeUInt32BE(this.made.length, 8);
      const timestamp = (this.#pictures * 1800 + 0xffff_0000) >>> 0;
      const marker = index === packets - 1;
      const packet = { sequence: this.#sequence, timestamp, marker, payload };
      this.made.push(packet);
      this.#send(toRtp(packet, ssrc, 96));
    }
    this.#isKeyDue = false;
  }

  receiveRtcp(bytes: Buffer): void {
    for (const packet of RtcpPacketConverter.deSerialize(bytes)) {
      const feedback = 'feedback' in packet ? packet.feedback : null;
      if (feedback instanceof PictureLossIndication) {
        this.#isKeyDue = true;
      } else if (feedback instanceof GenericNack) {
        feedback.lost.forEach((sequence) => this.#repeat(sequence));
      }
    }
  }

  #repeat(sequence: number): void {
    const packet = this.made.findLast((one) => one.sequence === sequence);
    if (packet === undefined) {
      throw new Error(`Packet ${sequence} was asked for, which was never made.`);
    }
    if (!this.#hasRtx) {
      this.#send(toRtp(packet, ssrc, 96));
      return;
    }
    this.#rtxSequence = (this.#rtxSequence + 1) & 0xffff;
    const number = Buffer.alloc(2);
    number.writeUInt16BE(sequence);
    const payload = Buffer.concat([number, packet.payload]);
    this.#send(toRtp({ ...packet, sequence: this.#rtxSequence, payload }, rtxSsrc, 97));
  }
}

function toRtp(packet: Packet, source: number, payloadType: number): RtpPacket {
  const { sequence: sequenceNumber, timestamp, marker, payload } = packet;
  const header = { sequenceNumber, timestamp, marker, ssrc: source, payloadType };
  return new RtpPacket(new RtpHeader(header), Buffer.from(payload));
}

const isKeyFrame = ({ payload }: Packet): boolean =>
  parseVp8Descriptor(payload)?.isKeyFrame === true;

/** Stores received packets and lists the missing ones before the newest. */
class Receiver {
  /** By sequence number, in which there is no turn within a second. */
  readonly got = new Map<number, Packet>();
  #newest: number | null = null;
  #first: number | null = null;

  receive(packet: Packet): void {
    const { sequence } = packet;
    const known = this.got.get(sequence);
    // A number that is two packets would be encrypted twice with one nonce.
    expect(known ?? packet).toEqual(packet);
    this.got.set(sequence, packet);
    if (this.#newest === null || toSequenceDistance(sequence, this.#newest) > 0) {
      this.#newest = sequence;
    }
    if (this.#first === null || toSequenceDistance(sequence, this.#first) < 0) {
      this.#first = sequence;
    }
  }

  /** In the order of their numbers; undefined where one is missing. */
  list(): (Packet | undefined)[] {
    const first = this.#first ?? 0;
    const length = this.#newest === null ? 0 : toSequenceDistance(this.#newest, first) + 1;
    return Array.from({ length }, (_, index) => this.got.get((first + index) & 0xffff));
  }

  missing(): number[] {
    const first = this.#first ?? 0;
    return this.list().flatMap((packet, index) =>
      packet === undefined ? [(first + index) & 0xffff] : [],
    );
  }
}

/** Builds a NACK as browsers do: a number and a bit mask for the sixteen after it, also over the wrap. */
function writeNack(source: number, lost: readonly number[]): Buffer {
  const chunks: { readonly first: number; bits: number }[] = [];
  for (const sequence of lost) {
    const part = chunks.at(-1);
    const bit = part === undefined ? 16 : (sequence - part.first - 1) & 0xffff;
    if (part === undefined || bit > 15) {
      chunks.push({ first: sequence, bits: 0 });
    } else {
      part.bits |= 1 << bit;
    }
  }
  const bytes = Buffer.alloc(12 + 4 * chunks.length);
  bytes.set([0x81, 205]);
  bytes.writeUInt16BE(2 + chunks.length, 2);
  bytes.writeUInt32BE(source, 8);
  chunks.forEach(({ first, bits }, at) => {
    bytes.writeUInt16BE(first, 12 + 4 * at);
    bytes.writeUInt16BE(bits, 14 + 4 * at);
  });
  return bytes;
}

/** All four of them, connected. */
function connect(up: Network, down: Network, start: number, hasRtx: boolean) {
  const codec = {
    payloadType: 96,
    mime: 'video/vp8',
    clockRate: 90_000,
    channels: null,
    parameters: '',
    rtxPayloadType: hasRtx ? 97 : null,
  } as const;
  const receiver = new Receiver();
  const publisher = new Publisher(
    (packet) => up.carry(() => inner.receiveRtp(packet)),
    start,
    hasRtx,
  );
  const inner = new Forwarder({
    isLocal: true,
    sendRtp: () => {},
    sendRtcp: (packet) => up.carry(() => publisher.receiveRtcp(packet)),
    extensionUriOf: () => undefined,
  });
  const outer = new Forwarder({
    isLocal: true,
    sendRtp: () => {},
    sendRtcp: () => {},
    extensionUriOf: () => undefined,
  });
  const shape = {
    sid: 'TR',
    kind: 'video',
    codec,
    mid: '0',
    rids: [],
    extensions: new Map(),
  } as const;
  const track = new UpTrack(shape, (stream) => inner.requestKeyFrame(stream));
  inner.addUpTrack(track, { ssrc, rtx: hasRtx ? rtxSsrc : null });
  const downTrack = new DownTrack(
    track,
    { msid: 'PA|TR TR', cname: 'PA' },
    {
      sendRtp(payload, header) {
        const isRepeat = header.ssrc === downTrack.rtxSsrc;
        expect(isRepeat || header.ssrc === downTrack.ssrc).toBe(true);
        expect(header.payloadType).toBe(isRepeat ? 97 : 96);
        const packet = {
          sequence: isRepeat ? payload.readUInt16BE(0) : header.sequenceNumber,
          timestamp: header.timestamp,
          marker: header.marker,
          payload: Buffer.from(isRepeat ? payload.subarray(2) : payload),
        };
        down.carry(() => receiver.receive(packet));
      },
      sendRtcp: () => {},
    },
  );
  downTrack.setSection({ codec, extensions: new Map() });
  outer.addDownTrack(downTrack);
  track.downTracks.add(downTrack);
  const ask = (): void => {
    if (![...receiver.got.values()].some(isKeyFrame)) {
      const feedback = new PictureLossIndication({ senderSsrc: 1, mediaSsrc: downTrack.ssrc });
      down.carry(() => outer.receiveRtcp(new RtcpPayloadSpecificFeedback({ feedback })));
    }
    const lost = receiver.missing();
    if (lost.length > 0) {
      const bytes = writeNack(downTrack.ssrc, lost);
      down.carry(() =>
        RtcpPacketConverter.deSerialize(bytes).forEach((one) => outer.receiveRtcp(one)),
      );
    }
  };
  const close = (): void => {
    inner.close();
    outer.close();
  };
  return { publisher, receiver, downTrack, ask, close };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('delivers everything from the first key frame on, with any loss, delay and duplication', () => {
  const starts = fc.oneof(fc.nat(0xffff), fc.integer({ min: 65_500, max: 65_535 }));
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 9 });
  let repaired = 0;
  fc.assert(
    fc.property(
      fates,
      fates,
      starts,
      sizes,
      fc.boolean(),
      (upFates, downFates, start, list, hasRtx) => {
        const up = new Network(upFates);
        const down = new Network(downFates);
        const world = connect(up, down, start, hasRtx);
        const { publisher, receiver, downTrack } = world;
        for (let atMs = 0; atMs < badMs + goodMs; atMs += pictureMs) {
          up.isGood = atMs >= badMs;
          down.isGood = up.isGood;
          publisher.sendPicture(list[(atMs / pictureMs) % list.length] ?? 1);
          vi.advanceTimersByTime(pictureMs);
          world.ask();
        }
        vi.advanceTimersByTime(100);
        world.ask();
        vi.advanceTimersByTime(100);
        world.close();
        // No packet after the first is missing, and the last one arrived too.
        expect(receiver.missing()).toEqual([]);
        const got = receiver.list().flatMap((packet) => (packet === undefined ? [] : [packet]));
        const first = publisher.made.findIndex(({ payload }) =>
          payload.equals(got[0]?.payload ?? payload),
        );
        expect(got).toEqual(publisher.made.slice(first));
        expect(got.some(isKeyFrame)).toBe(true);
        repaired += downTrack.counters.repeated;
      },
    ),
    { numRuns: 30 },
  );
  expect(repaired).toBeGreaterThan(0);
});

it('repeats packets of one report on both sides of the wrap of numbers', () => {
  const [up, down] = [new Network([]), new Network([])];
  up.isGood = true;
  down.isGood = true;
  const { publisher, receiver, ask, close } = connect(up, down, 65_533, true);
  publisher.sendPicture(4);
  publisher.sendPicture(1);
  vi.advanceTimersByTime(20);
  expect([...receiver.got.keys()]).toEqual([65_534, 65_535, 0, 1, 2]);
  [65_535, 0, 1].forEach((sequence) => receiver.got.delete(sequence));
  ask();
  vi.advanceTimersByTime(20);
  close();
  expect(receiver.missing()).toEqual([]);
});
