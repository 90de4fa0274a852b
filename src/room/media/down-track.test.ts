import { RtpHeader, RtpPacket } from 'werift';
import { describe, expect, it } from 'vitest';
import { extensionUri } from '../sdp/types.ts';
import { DownTrack } from './down-track.ts';
import { parseVp8Descriptor } from './payloads.ts';
import { UpStream } from './up-stream.ts';
import { UpTrack } from './up-track.ts';

const codec = {
  payloadType: 96,
  mime: 'video/vp8',
  clockRate: 90_000,
  channels: null,
  parameters: '',
  rtxPayloadType: 97,
} as const;

interface Out {
  readonly ssrc: number;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly payload: Buffer;
  readonly extensions: readonly string[];
}

function setUp(rids: readonly string[] = ['q', 'f']) {
  const requested: string[] = [];
  const track = new UpTrack(
    { sid: 'TR', kind: 'video', codec, mid: '0', rids, extensions: new Map() },
    (stream) => requested.push(stream.rid),
  );
  const layers = rids.map((rid, index) => new UpStream(100 + index, rid, 90_000));
  layers.forEach((layer) => track.streams.set(layer.ssrc, layer));
  const out: Out[] = [];
  const down = new DownTrack(
    track,
    { msid: 'PA|TR TR', cname: 'PA' },
    {
      sendRtp: (payload, header) =>
        out.push({
          ssrc: header.ssrc,
          payloadType: header.payloadType,
          sequence: header.sequenceNumber,
          timestamp: header.timestamp,
          payload: Buffer.from(payload),
          extensions: header.extensions.map(
            ({ id, payload: value }) => `${id}:${value.toString('hex')}`,
          ),
        }),
      sendRtcp: () => {},
    },
  );
  const extensions = new Map([[extensionUri.playoutDelay, 5]]);
  down.setSection({ codec: { ...codec, payloadType: 120, rtxPayloadType: 121 }, extensions });
  let nowMs = 1000;
  /** Lets a layer send one packet, which is a whole frame. */
  const send = (
    layer: number,
    facts: { sequence: number; picture: number; isKey?: boolean },
  ): void => {
    const stream = layers[layer]!;
    nowMs += 33;
    const { sequence, picture, isKey = false } = facts;
    const payload = Buffer.from([
      0x90,
      0xe0,
      0x80 | (picture >> 8),
      picture & 0xff,
      picture & 0xff,
      0x20,
      isKey ? 0 : 1,
      7,
    ]);
    const header = new RtpHeader({
      sequenceNumber: sequence,
      timestamp: sequence * 3000,
      ssrc: stream.ssrc,
      payloadType: 96,
      marker: true,
    });
    stream.accept({ sequence, timestamp: header.timestamp, bytes: payload.length }, nowMs, null);
    down.forward(stream, new RtpPacket(header, payload), nowMs);
  };
  return {
    down,
    out,
    send,
    requested,
    pass: (ms: number) => (nowMs += ms),
    now: () => nowMs,
  };
}

describe('a track on its way to a subscriber', () => {
  it('begins with a key frame and asks for one', () => {
    const { out, send, requested } = setUp(['f']);
    send(0, { sequence: 1, picture: 1 });
    expect([out.length, requested]).toEqual([0, ['f']]);
    send(0, { sequence: 2, picture: 2, isKey: true });
    send(0, { sequence: 3, picture: 3 });
    expect(out.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(out.map(({ payloadType }) => payloadType)).toEqual([120, 120]);
  });

  it('asks receivers not to wait', () => {
    const { out, send } = setUp(['f']);
    send(0, { sequence: 2, picture: 2, isKey: true });
    expect(out[0]?.extensions).toEqual(['5:000000']);
  });

  it('stays one stream when the layer changes', () => {
    const { out, send } = setUp();
    send(0, { sequence: 500, picture: 100, isKey: true });
    send(0, { sequence: 501, picture: 101 });
    send(1, { sequence: 9000, picture: 7 });
    send(0, { sequence: 502, picture: 102 });
    send(1, { sequence: 9001, picture: 8, isKey: true });
    send(1, { sequence: 9002, picture: 9 });
    send(0, { sequence: 503, picture: 103, isKey: true });
    expect(out.map(({ sequence }) => sequence)).toEqual([500, 501, 502, 503, 504]);
    expect(new Set(out.map(({ ssrc }) => ssrc)).size).toBe(1);
    const pictures = out.map(({ payload }) => parseVp8Descriptor(payload));
    expect(pictures.map((picture) => picture?.pictureId)).toEqual([100, 101, 102, 103, 104]);
    expect(pictures.map((picture) => picture?.baseIndex)).toEqual([100, 101, 102, 103, 104]);
    const times = out.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('goes down to a layer that still sends', () => {
    const { out, send, pass } = setUp();
    send(1, { sequence: 1, picture: 1, isKey: true });
    pass(2000);
    send(0, { sequence: 50, picture: 1, isKey: true });
    expect(out.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('shows no better layer than the subscriber wants', () => {
    const { down, out, send } = setUp();
    down.setMaxRank(0);
    send(1, { sequence: 1, picture: 1, isKey: true });
    send(0, { sequence: 50, picture: 1, isKey: true });
    send(1, { sequence: 2, picture: 2, isKey: true });
    expect(out.at(-1)?.payload.readUInt8(3)).toBe(2);
    expect(out).toHaveLength(2);
  });

  it('repeats lost packets as retransmissions, at a limited rate', () => {
    const { down, out, send, now } = setUp(['f']);
    send(0, { sequence: 65_535, picture: 1, isKey: true });
    send(0, { sequence: 0, picture: 2 });
    down.repeat([65_535, 7], now() + 20);
    down.repeat([65_535], now() + 21);
    const [repeated, ...more] = out.slice(2);
    expect(more).toEqual([]);
    expect(repeated?.payloadType).toBe(121);
    expect(repeated?.ssrc).toBe(down.rtxSsrc);
    expect(repeated?.payload.readUInt16BE(0)).toBe(65_535);
    expect(repeated?.payload.subarray(2)).toEqual(out[0]?.payload);
    expect(down.counters.evicted).toBe(1);
  });

  it('repeats nothing that a newer packet took the place of', () => {
    const { down, out, send, now } = setUp(['f']);
    send(0, { sequence: 5, picture: 1, isKey: true });
    for (let sequence = 6; sequence <= 5 + 1024; sequence += 1) {
      send(0, { sequence, picture: sequence });
    }
    const sent = out.length;
    down.repeat([5, 6, 5 + 1024], now() + 20);
    expect(down.counters).toMatchObject({ evicted: 1, repeated: 2 });
    const again = out.slice(sent);
    expect(again.map(({ payload }) => payload.readUInt16BE(0))).toEqual([6, 1029]);
    expect(again.map(({ timestamp }) => timestamp)).toEqual([6 * 3000, 1029 * 3000]);
    expect(again.map(({ extensions }) => extensions)).toEqual([['5:000000'], ['5:000000']]);
  });

  it('sends nothing while it is paused or has no section', () => {
    const { down, out, send } = setUp(['f']);
    down.setPaused(true);
    send(0, { sequence: 1, picture: 1, isKey: true });
    down.setPaused(false);
    send(0, { sequence: 2, picture: 2 });
    down.setSection(null);
    send(0, { sequence: 3, picture: 3, isKey: true });
    expect(out).toEqual([]);
  });
});
