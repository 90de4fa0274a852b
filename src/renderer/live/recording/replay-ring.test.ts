import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReplayRing, type RingPacket } from './replay-ring.ts';

const second = 1_000_000;
/** Audio arrives in chunks of 20 ms and later than its frame. */
const pieceUs = 20_000;

interface Stream {
  readonly frames: number;
  readonly frameUs: number;
  readonly keyEvery: number;
  readonly audioLateUs: number;
}

const streams: fc.Arbitrary<Stream> = fc.record({
  frames: fc.integer({ min: 1, max: 600 }),
  frameUs: fc.integer({ min: 10_000, max: 120_000 }),
  keyEvery: fc.integer({ min: 1, max: 60 }),
  audioLateUs: fc.integer({ min: 0, max: 1_500_000 }),
});

/** The packets of a stream in the order in which they come. */
function createPackets({ frames, frameUs, keyEvery, audioLateUs }: Stream): RingPacket[] {
  const video = Array.from({ length: frames }, (_, index) => ({
    track: 'video' as const,
    isKey: index % keyEvery === 0,
    timestampUs: index * frameUs,
    durationUs: 0,
    byteLength: 1_000,
    comesUs: index * frameUs,
  }));
  const count = Math.floor((frames * frameUs - audioLateUs) / pieceUs);
  const audio = Array.from({ length: Math.max(0, count) }, (_, index) => ({
    track: 'audio' as const,
    isKey: true,
    timestampUs: index * pieceUs,
    durationUs: pieceUs,
    byteLength: 400,
    comesUs: (index + 1) * pieceUs + audioLateUs,
  }));
  return [...video, ...audio].toSorted((one, other) => one.comesUs - other.comesUs);
}

const sizeOf = (packets: readonly RingPacket[]): number =>
  packets.reduce((sum, { byteLength }) => sum + byteLength, 0);

it('cuts at a key frame, at least at the requested length and at most one group beyond it', () => {
  fc.assert(
    fc.property(streams, fc.integer({ min: 1, max: 30 }), (stream, seconds) => {
      const durationUs = seconds * second;
      const ring = new ReplayRing({ durationUs, maxBytes: Number.POSITIVE_INFINITY });
      const packets = createPackets(stream);
      packets.forEach((packet) => ring.push(packet));
      const cut = ring.cut();
      expect(cut).not.toBeNull();
      const { startUs, endUs, packets: kept } = cut!;
      const groupUs = stream.keyEvery * stream.frameUs;
      expect(startUs % groupUs).toBe(0);
      expect(startUs === 0 || endUs - startUs >= durationUs).toBe(true);
      expect(endUs - startUs).toBeLessThan(durationUs + groupUs + pieceUs);
      // All of both tracks between the two ends, in order, and nothing else.
      const times = kept.map(({ timestampUs }) => timestampUs);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect(new Set(kept)).toEqual(
        new Set(packets.filter(({ timestampUs: at }) => at >= startUs && at <= endUs)),
      );
      expect(kept.find(({ track }) => track === 'video')).toMatchObject({
        isKey: true,
        timestampUs: startUs,
      });
    }),
  );
});

it('never holds more bytes than it may, and says how many', () => {
  fc.assert(
    fc.property(streams, fc.integer({ min: 500, max: 200_000 }), (stream, maxBytes) => {
      const ring = new ReplayRing({ durationUs: 60 * second, maxBytes });
      for (const packet of createPackets(stream)) {
        ring.push(packet);
        expect(ring.bytes).toBeLessThanOrEqual(maxBytes);
        expect(ring.bytes).toBe(sizeOf(ring.packets()));
      }
      const cut = ring.cut();
      expect(cut?.packets.find(({ track }) => track === 'video')?.isKey ?? true).toBe(true);
    }),
  );
});

it('holds the requested length and little more, for any running time', () => {
  const ring = new ReplayRing({ durationUs: 15 * second, maxBytes: Number.POSITIVE_INFINITY });
  const packets = createPackets({
    frames: 20_000,
    frameUs: 33_333,
    keyEvery: 30,
    audioLateUs: 200_000,
  });
  packets.forEach((packet) => ring.push(packet));
  const seconds = ring.bytes / (30_000 + 50 * 400);
  expect(seconds).toBeGreaterThan(15);
  expect(seconds).toBeLessThan(20);
});

it('passes its content on to a ring of another length', () => {
  const packets = createPackets({
    frames: 600,
    frameUs: 33_333,
    keyEvery: 30,
    audioLateUs: 100_000,
  });
  const [long, short] = [60, 5].map(
    (seconds) => new ReplayRing({ durationUs: seconds * second, maxBytes: 1e9 }),
  );
  packets.forEach((packet) => long?.push(packet));
  long?.packets().forEach((packet) => short?.push(packet));
  const cut = short?.cut();
  expect((cut?.endUs ?? 0) - (cut?.startUs ?? 0)).toBeGreaterThanOrEqual(5 * second);
  expect(cut?.endUs).toBe(long?.cut()?.endUs);
});

it('has nothing to cut before the first key frame', () => {
  const ring = new ReplayRing({ durationUs: second, maxBytes: 1e6 });
  const packet = { timestampUs: 0, durationUs: 0, byteLength: 10 };
  ring.push({ ...packet, track: 'audio', isKey: true });
  ring.push({ ...packet, track: 'video', isKey: false });
  expect(ring.cut()).toBeNull();
  ring.push({ ...packet, track: 'video', isKey: true });
  expect(ring.cut()?.packets).toHaveLength(1);
});
