import { describe, expect, it } from 'vitest';
import { UpStream } from './up-stream.ts';

const packet = (sequence: number) => ({ sequence, timestamp: sequence * 3000, bytes: 100 });

describe('a source of media', () => {
  it('asks for missing packets, across the wrap, and accepts each packet once', () => {
    const stream = new UpStream(1, '', 90_000);
    const lost: number[] = [];
    expect(stream.accept(packet(65_534), 0, lost)).toBe(true);
    expect(stream.accept(packet(1), 1, lost)).toBe(true);
    expect(lost).toEqual([65_535, 0]);
    expect(stream.accept(packet(1), 2, lost)).toBe(false);
    expect(stream.accept(packet(0), 3, lost)).toBe(true);
    expect(stream.accept(packet(0), 4, lost)).toBe(false);
    expect(stream.isMissing(65_535)).toBe(true);
  });

  it('asks again for a while, then gives up', () => {
    const stream = new UpStream(1, '', 90_000);
    stream.accept(packet(1), 0, []);
    stream.accept(packet(3), 0, []);
    const nacks: number[] = [];
    let hasLost = false;
    for (let nowMs = 15; nowMs <= 700; nowMs += 15) {
      hasLost = stream.collectNacks(nowMs, nacks) || hasLost;
    }
    expect(new Set(nacks)).toEqual(new Set([2]));
    expect(nacks.length).toBeGreaterThan(5);
    expect(nacks.length).toBeLessThan(20);
    expect([hasLost, stream.counters.lost]).toEqual([true, 1]);
  });

  it('takes a large jump as a new beginning', () => {
    const stream = new UpStream(1, '', 90_000);
    const lost: number[] = [];
    stream.accept(packet(1), 0, lost);
    stream.accept(packet(5000), 1, lost);
    expect(lost).toEqual([]);
  });

  it('reports the share that was lost', () => {
    const stream = new UpStream(7, '', 90_000);
    expect(stream.report(0)).toBe(null);
    for (let sequence = 0; sequence < 100; sequence += 1) {
      if (sequence % 4 !== 3) {
        stream.accept(packet(sequence), sequence * 33, null);
      }
    }
    const report = stream.report(5000);
    expect(report?.ssrc).toBe(7);
    expect(report?.highestSequence).toBe(98);
    expect(report?.packetsLost).toBe(24);
    expect(report?.fractionLost).toBe(Math.floor((24 * 256) / 99));
    expect(stream.report(6000)?.fractionLost).toBe(0);
  });
});
