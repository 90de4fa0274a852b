import * as fc from 'fast-check';
import { RtcpPacketConverter, RtcpTransportLayerFeedback, TransportWideCC } from 'werift';
import { describe, expect, it } from 'vitest';
import { CongestionFeedback } from './congestion-feedback.ts';

/** Reads a report: the sequence numbers that arrived, and the times between neighbours in steps of 250 us. */
function read(report: Buffer): { base: number; arrived: number[]; deltas: number[] } {
  expect([report.readUInt8(0) & 0x1f, report.readUInt8(1)]).toEqual([15, 205]);
  expect((report.readUInt16BE(2) + 1) * 4).toBe(report.length);
  const base = report.readUInt16BE(12);
  const count = report.readUInt16BE(14);
  const arrived: number[] = [];
  const deltas: number[] = [];
  let at = 20 + 2 * Math.ceil(count / 7);
  for (let offset = 0; offset < count; offset += 1) {
    const chunk = report.readUInt16BE(20 + 2 * Math.floor(offset / 7));
    // Not by `expect`, which would take seconds for a million checks.
    if (chunk >>> 14 !== 3) {
      throw new Error(`Chunk ${chunk} has another form.`);
    }
    const symbol = (chunk >>> (12 - 2 * (offset % 7))) & 3;
    if (symbol > 0) {
      arrived.push((base + offset) & 0xffff);
      deltas.push(symbol === 1 ? report.readUInt8(at) : report.readInt16BE(at));
      at += symbol;
    }
  }
  const padding = (report.readUInt8(0) & 0x20) === 0 ? 0 : report.readUInt8(report.length - 1);
  expect(at + padding).toBe(report.length);
  return { base, arrived, deltas };
}

describe('the report of arrivals', () => {
  it('names received and missing packets, across the wrap', () => {
    const feedback = new CongestionFeedback();
    const came = [65_533, 65_534, 0, 1, 3];
    came.forEach((sequence, index) => feedback.add(sequence, 1_000_000 + index * 5_000));
    const { base, arrived, deltas } = read(feedback.write(1, 2)!);
    expect(base).toBe(65_533);
    expect(arrived).toEqual(came);
    expect(deltas.slice(1)).toEqual([20, 20, 20, 20]);
    expect(feedback.write(1, 2)).toBe(null);
  });

  it('continues after the one before, and omits packets that come too late', () => {
    const feedback = new CongestionFeedback();
    feedback.add(10, 0);
    feedback.add(12, 1000);
    feedback.write(1, 2);
    feedback.add(11, 2000);
    expect(feedback.write(1, 2)).toBe(null);
    feedback.add(14, 3000);
    const { base, arrived } = read(feedback.write(1, 2)!);
    expect([base, arrived]).toEqual([13, [14]]);
  });

  it('tells when each packet came to a quarter of a millisecond, as another implementation reads it', () => {
    const waits = fc.array(
      fc.record({
        waitUs: fc.oneof(fc.nat(3000), fc.nat(200_000), fc.integer({ min: -20_000, max: 0 })),
        step: fc.constantFrom(1, 1, 1, 2, 9),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(1e9), waits, (start, startUs, list) => {
        const feedback = new CongestionFeedback();
        const cameUs = new Map<number, number>();
        let sequence = start;
        let timeUs = startUs + 1e7;
        for (const { waitUs, step } of list) {
          sequence = (sequence + step) & 0xffff;
          timeUs += waitUs;
          cameUs.set(sequence, timeUs);
          feedback.add(sequence, timeUs);
        }
        const [packet] = RtcpPacketConverter.deSerialize(feedback.write(1, 2)!);
        const report = packet instanceof RtcpTransportLayerFeedback ? packet.feedback : null;
        if (!(report instanceof TransportWideCC)) {
          throw new Error('The report is read as something else.');
        }
        let atUs = report.referenceTime * 64_000;
        const deltas = report.recvDeltas.map(({ delta }) => delta);
        for (const [number, came] of cameUs) {
          atUs += deltas.shift() ?? Number.NaN;
          expect([number, Math.abs(atUs - came) < 251]).toEqual([number, true]);
        }
        expect([report.senderSsrc, report.mediaSourceSsrc]).toEqual([1, 2]);
        expect(report.packetStatusCount).toBe(
          ((sequence - report.baseSequenceNumber) & 0xffff) + 1,
        );
      }),
    );
  });

  it('contains every packet once, with any loss or reordering', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.nat(50_000)), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.nat(65_535), steps, (start, list) => {
        const feedback = new CongestionFeedback();
        let sequence = start;
        let timeUs = 0;
        const sent: number[] = [];
        const seen: number[] = [];
        const flush = (): void => {
          for (let round = 0; round < 200; round += 1) {
            const report = feedback.write(1, 2);
            if (report === null) {
              continue;
            }
            expect(report.length % 4).toBe(0);
            seen.push(...read(report).arrived);
          }
        };
        list.forEach(([step, waitUs], index) => {
          sequence = (sequence + step) & 0xffff;
          timeUs += waitUs;
          feedback.add(sequence, timeUs);
          sent.push(sequence);
          if (index % 2 === 0) {
            flush();
          }
        });
        flush();
        expect(seen).toEqual(sent);
      }),
      { numRuns: 30 },
    );
  });
});
