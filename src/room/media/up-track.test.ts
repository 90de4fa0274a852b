import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { UpStream } from './up-stream.ts';
import { UpTrack } from './up-track.ts';

const codec = {
  payloadType: 96,
  mime: 'video/vp8',
  clockRate: 90_000,
  channels: null,
  parameters: '',
  rtxPayloadType: null,
} as const;
const ranks: Readonly<Record<string, number>> = { q: 0, h: 1, f: 2, '': 2, other: 0 };

it('chooses the best layer that sends and is not too good, else the lowest that sends', () => {
  const layer = fc.record({
    rid: fc.constantFrom('q', 'h', 'f', '', 'other'),
    agoMs: fc.constantFrom(0, 100, 1499, 1500, 9000, Number.POSITIVE_INFINITY),
  });
  fc.assert(
    fc.property(fc.array(layer, { maxLength: 6 }), fc.nat(2), (layers, maxRank) => {
      const shape = { sid: 'TR', kind: 'video', codec, mid: '0', extensions: new Map() } as const;
      const track = new UpTrack({ ...shape, rids: [] }, () => {});
      layers.forEach(({ rid, agoMs }, index) => {
        const stream = new UpStream(index, rid, 90_000);
        stream.lastPacketMs = 10_000 - agoMs;
        track.streams.set(index, stream);
      });
      const live = layers.filter(({ agoMs }) => agoMs < 1500).map(({ rid }) => ranks[rid] ?? 0);
      const allowed = live.filter((rank) => rank <= maxRank);
      const best = track.findBest(maxRank, 10_000);
      const expected = allowed.length > 0 ? Math.max(...allowed) : Math.min(...live);
      expect(best === null ? Number.POSITIVE_INFINITY : ranks[best.rid]).toBe(expected);
    }),
  );
});
