import * as fc from 'fast-check';
import { RtpHeader, RtpPacket } from 'werift';
import { expect, it } from 'vitest';
import { DownTrack } from './down-track.ts';
import { parseVp8Descriptor } from './payloads.ts';
import { toSequenceDistance } from './sequence.ts';
import { UpStream } from './up-stream.ts';
import { UpTrack } from './up-track.ts';

/*
 * A track with two layers whose packets are late, lost and resent while the subscriber changes its selection. The model
 * knows the packets that a receiver may get; the output has to be one stream.
 */

const codec = {
  payloadType: 96,
  mime: 'video/vp8',
  clockRate: 90_000,
  channels: null,
  parameters: '',
  rtxPayloadType: 97,
} as const;

type Step =
  | {
      readonly type: 'picture';
      readonly layer: number;
      readonly isKey: boolean;
      readonly packets: number;
    }
  /** The packet that was held back longest goes in now. */
  | { readonly type: 'late' }
  | { readonly type: 'rank'; readonly rank: number }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  | { readonly type: 'wait'; readonly ms: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        type: fc.constant('picture' as const),
        layer: fc.nat(1),
        isKey: fc.boolean(),
        packets: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 4, arbitrary: fc.constant({ type: 'late' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('rank' as const), rank: fc.nat(2) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('pause' as const), isPaused: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('wait' as const),
        ms: fc.constantFrom(40, 500, 1600),
      }),
    },
  ),
  { maxLength: 40 },
);

/** A packet of a layer, as its publisher made it. */
interface Made {
  readonly layer: number;
  readonly sequence: number;
  readonly picture: number;
  readonly baseIndex: number;
  readonly timestamp: number;
  readonly isKeyStart: boolean;
  readonly isMarked: boolean;
  /** Identified by its last bytes, which stay unchanged in transit. */
  readonly name: number;
}

function toPacket(made: Made): RtpPacket {
  const { sequence, picture, baseIndex, timestamp, isKeyStart, isMarked, name, layer } = made;
  const isStart = isKeyStart || name % 7 === 0;
  const payload = Buffer.alloc(12);
  payload.set([isStart ? 0x90 : 0x80, 0xe0, 0x80 | (picture >> 8), picture & 0xff]);
  payload.set([baseIndex, 0x20, isKeyStart ? 0 : 1], 4);
  payload.writeUInt32BE(name, 8);
  const header = new RtpHeader({
    sequenceNumber: sequence,
    timestamp,
    ssrc: 100 + layer,
    payloadType: 96,
    marker: isMarked,
  });
  return new RtpPacket(header, payload);
}

interface Sent {
  readonly sequence: number;
  readonly timestamp: number;
  readonly picture: number;
  readonly baseIndex: number;
  readonly isKeyStart: boolean;
  readonly name: number;
}

/** A publisher of two layers that begin at any number, and one subscriber. */
function open(starts: readonly { sequence: number; picture: number; timestamp: number }[]) {
  const rids = ['q', 'f'];
  const shape = { sid: 'TR', kind: 'video', codec, mid: '0', rids, extensions: new Map() } as const;
  const track = new UpTrack(shape, () => {});
  const layers = rids.map((rid, index) => new UpStream(100 + index, rid, 90_000));
  layers.forEach((layer) => track.streams.set(layer.ssrc, layer));
  const sent: Sent[] = [];
  const down = new DownTrack(
    track,
    { msid: 'PA|TR TR', cname: 'PA' },
    {
      sendRtp(payload, header) {
        const vp8 = parseVp8Descriptor(payload);
        sent.push({
          sequence: header.sequenceNumber,
          timestamp: header.timestamp,
          picture: vp8?.pictureId ?? -1,
          baseIndex: vp8?.baseIndex ?? -1,
          isKeyStart: vp8?.isKeyFrame ?? false,
          name: payload.readUInt32BE(8),
        });
      },
      sendRtcp: () => {},
    },
  );
  down.setSection({ codec, extensions: new Map() });
  const heads = starts.map((start) => ({ ...start, baseIndex: 250 }));
  let names = 0;
  return {
    down,
    sent,
    layers,
    /** The packets of a layer's next frame. */
    make: (layer: number, isKey: boolean, packets: number): Made[] => {
      const head = heads[layer] ?? { sequence: 0, picture: 0, timestamp: 0, baseIndex: 0 };
      head.picture = (head.picture + 1) & 0x7fff;
      head.baseIndex = (head.baseIndex + 1) & 0xff;
      head.timestamp = (head.timestamp + 3000) >>> 0;
      return Array.from({ length: packets }, (_, index) => {
        head.sequence = (head.sequence + 1) & 0xffff;
        names += 1;
        return {
          ...head,
          layer,
          isKeyStart: isKey && index === 0,
          isMarked: index === packets - 1,
          name: names,
        };
      });
    },
  };
}

const starts = fc.record({
  sequence: fc.oneof(fc.nat(0xffff), fc.integer({ min: 65_500, max: 65_535 })),
  picture: fc.oneof(fc.nat(0x7fff), fc.integer({ min: 0x7fe0, max: 0x7fff })),
  timestamp: fc.oneof(fc.nat(0xffff_ffff), fc.integer({ min: 0xffff_0000, max: 0xffff_ffff })),
});

it('is one stream for any change of layers: no number means two packets, frames and times continue', () => {
  fc.assert(
    fc.property(starts, starts, steps, fc.integer({ min: 2, max: 5 }), (low, high, list, every) => {
      const { down, sent, layers, make } = open([low, high]);
      const made = new Map<number, Made>();
      const held: Made[] = [];
      let nowMs = 1000;
      const receive = (packet: Made): void => {
        const stream = layers[packet.layer];
        const { sequence, timestamp } = packet;
        if (stream?.accept({ sequence, timestamp, bytes: 12 }, nowMs, []) === true) {
          down.forward(stream, toPacket(packet), nowMs);
        }
      };
      for (const step of list) {
        switch (step.type) {
          case 'picture':
            nowMs += 33;
            for (const packet of make(step.layer, step.isKey, step.packets)) {
              made.set(packet.name, packet);
              if (packet.name % every === 0) {
                held.push(packet);
              } else {
                receive(packet);
              }
            }
            break;
          case 'late': {
            const packet = held.shift();
            if (packet !== undefined) {
              receive(packet);
            }
            break;
          }
          case 'rank':
            down.setMaxRank(step.rank);
            break;
          case 'pause':
            down.setPaused(step.isPaused);
            break;
          case 'wait':
            nowMs += step.ms;
            break;
        }
      }
      checkStream(sent, made);
      // Wanted packets that are not late are forwarded completely, whatever happened before.
      down.setMaxRank(2);
      down.setPaused(false);
      const last = [make(1, true, 2), make(1, false, 2)].flat();
      for (const packet of last) {
        nowMs += 33;
        made.set(packet.name, packet);
        receive(packet);
      }
      expect(sent.slice(-last.length).map(({ name }) => name)).toEqual(
        last.map(({ name }) => name),
      );
      checkStream(sent, made);
    }),
    { numRuns: 400 },
  );
});

function checkStream(sent: readonly Sent[], made: ReadonlyMap<number, Made>): void {
  // A number that comes twice would be encrypted twice with one nonce.
  expect(new Set(sent.map(({ sequence }) => sequence)).size).toBe(sent.length);
  expect(new Set(sent.map(({ name }) => name)).size).toBe(sent.length);
  let shown: number | null = null;
  let newest: Sent | null = null;
  for (const packet of sent) {
    const { layer } = made.get(packet.name) ?? { layer: -1 };
    if (shown !== layer) {
      expect(packet.isKeyStart).toBe(true);
      shown = layer;
    }
    if (newest === null || toSequenceDistance(packet.sequence, newest.sequence) > 0) {
      if (newest !== null) {
        const pictures = (packet.picture - newest.picture) & 0x7fff;
        const ticks = (packet.timestamp - newest.timestamp) >>> 0;
        expect(pictures).toBeLessThan(0x4000);
        expect(ticks).toBeLessThan(0x8000_0000);
        // Packets of one frame share a timestamp, which differs from that of other frames.
        expect(ticks === 0).toBe(pictures === 0);
        expect((packet.baseIndex - newest.baseIndex) & 0xff).toBe(pictures & 0xff);
      }
      newest = packet;
    }
  }
}
