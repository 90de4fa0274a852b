import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UpStream } from './up-stream.ts';

/** A packet of a source with endless numbers, and when it arrives. */
interface Arrival {
  /** Not wrapped. */
  readonly number: number;
  readonly atMs: number;
}

/** Packets in the order of their arrival: some are lost, some come late or twice. */
const arrivals: fc.Arbitrary<readonly Arrival[]> = fc
  .tuple(
    fc.nat(0xffff),
    fc.array(
      fc.record({
        fate: fc.constantFrom('good', 'good', 'good', 'lost', 'late', 'twice'),
        delayMs: fc.integer({ min: 1, max: 200 }),
        skipped: fc.constantFrom(0, 0, 0, 0, 3, 30),
      }),
      { minLength: 1, maxLength: 80 },
    ),
  )
  .map(([start, list]) => {
    let number = start;
    const out: Arrival[] = [];
    list.forEach(({ fate, delayMs, skipped }, index) => {
      const sentMs = 1000 + index * 10;
      number += 1 + skipped;
      if (fate !== 'lost') {
        out.push({ number, atMs: fate === 'late' ? sentMs + delayMs : sentMs });
      }
      if (fate === 'twice') {
        out.push({ number, atMs: sentMs + delayMs });
      }
    });
    return out.toSorted((one, other) => one.atMs - other.atMs);
  });

const wrap = (number: number): number => number & 0xffff;
const toFacts = ({ number }: Arrival) => ({
  sequence: wrap(number),
  timestamp: (number * 900) >>> 0,
  bytes: 100,
});

describe('a source, beside a list of all that came', () => {
  it('accepts each packet once, and asks for just the missing ones', () => {
    fc.assert(
      fc.property(arrivals, (list) => {
        const stream = new UpStream(1, '', 90_000);
        const seen = new Set<number>();
        let highest = -1;
        for (const arrival of list) {
          const { number, atMs } = arrival;
          const lost: number[] = [];
          const isNewest = number > highest;
          const first = seen.size === 0 ? number : Math.min(...seen);
          // Packets from before the first one are never expected.
          const isWanted = isNewest || (!seen.has(number) && number > first);
          const gap = isNewest && highest >= 0 ? number - highest - 1 : 0;
          expect(stream.accept(toFacts(arrival), atMs, lost)).toBe(isWanted);
          expect(lost).toEqual(
            Array.from({ length: gap }, (_, index) => wrap(highest + 1 + index)),
          );
          if (isWanted) {
            seen.add(number);
            highest = Math.max(highest, number);
          }
        }
        const first = Math.min(...seen);
        for (let number = first; number <= highest; number += 1) {
          expect(stream.isMissing(wrap(number))).toBe(!seen.has(number));
        }
        expect(stream.counters).toMatchObject({ packets: seen.size, bytes: 100 * seen.size });
      }),
    );
  });

  it('reports as RFC 3550 counts, in every interval', () => {
    const pauses = fc.array(fc.nat(80), { maxLength: 4 });
    fc.assert(
      fc.property(arrivals, pauses, (list, reportsAt) => {
        const stream = new UpStream(1, '', 90_000);
        const seen = new Set<number>();
        let before = { expected: 0, received: 0 };
        list.forEach((arrival, index) => {
          if (stream.accept(toFacts(arrival), arrival.atMs, [])) {
            seen.add(arrival.number);
          }
          if (!reportsAt.includes(index) && index !== list.length - 1) {
            return;
          }
          const report = stream.report(arrival.atMs);
          // The cycles begin with the first packet, not with the numbers of the model.
          const first = Math.min(...seen);
          const highest = Math.max(...seen) - (first - wrap(first));
          const expected = Math.max(...seen) - first + 1;
          const lostNow = expected - before.expected - (seen.size - before.received);
          const fraction = Math.floor((lostNow * 256) / (expected - before.expected || 1));
          expect(report).toMatchObject({
            packetsLost: expected - seen.size,
            highestSequence: highest,
            fractionLost: lostNow <= 0 ? 0 : Math.min(255, fraction),
          });
          before = { expected, received: seen.size };
        });
      }),
    );
  });

  it('gives each missing packet up once, after it was asked for a while, and forgets it', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffff),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 5, max: 100 }),
        (start, gap, stepMs) => {
          const stream = new UpStream(1, '', 90_000);
          const lost: number[] = [];
          stream.accept(toFacts({ number: start, atMs: 0 }), 0, lost);
          stream.accept(toFacts({ number: start + gap + 1, atMs: 0 }), 0, lost);
          const times = new Map<number, number[]>(lost.map((sequence) => [sequence, [0]]));
          for (let nowMs = stepMs; nowMs <= 2000; nowMs += stepMs) {
            const again: number[] = [];
            stream.collectNacks(nowMs, again);
            again.forEach((sequence) => times.get(sequence)?.push(nowMs));
          }
          expect(times.size).toBe(gap);
          expect(stream.counters.lost).toBe(gap);
          for (const [sequence, nacks] of times) {
            expect(stream.isMissing(sequence)).toBe(false);
            const waits = nacks.slice(1).map((atMs, index) => atMs - (nacks[index] ?? 0));
            expect(Math.min(20, ...waits)).toBeGreaterThanOrEqual(20);
            expect(Math.max(...nacks)).toBeLessThanOrEqual(600);
            expect(nacks.length).toBeLessThanOrEqual(13);
          }
          const again: number[] = [];
          expect(stream.collectNacks(5000, again)).toBe(false);
          expect(again).toEqual([]);
        },
      ),
    );
  });

  it.each([
    { what: 'sound', clockRate: 48_000, ticks: 960, stepMs: 20 },
    { what: 'a picture', clockRate: 90_000, ticks: 3000, stepMs: 100 / 3 },
  ])('has no jitter when $what comes evenly, across the turn of its times', (medium) => {
    const { clockRate, ticks, stepMs } = medium;
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), (start) => {
        const stream = new UpStream(1, '', clockRate);
        for (let index = 0; index < 50; index += 1) {
          const timestamp = (start + index * ticks) >>> 0;
          stream.accept({ sequence: index, timestamp, bytes: 1 }, 5000 + index * stepMs, null);
        }
        expect(stream.report(9000)?.jitter).toBe(0);
      }),
    );
  });

  it('measures jitter in units of its clock, as RFC 3550 says', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(delays, fc.constantFrom(48_000, 90_000), (list, clockRate) => {
        const stream = new UpStream(1, '', clockRate);
        const perMs = clockRate / 1000;
        let jitter = 0;
        list.forEach((delayMs, index) => {
          const facts = { sequence: index, timestamp: index * 20 * perMs, bytes: 1 };
          stream.accept(facts, 5000 + index * 20 + delayMs, null);
          const change = Math.abs(delayMs - (list[index - 1] ?? delayMs)) * perMs;
          jitter += (change - jitter) / 16;
        });
        expect(Math.abs((stream.report(9000)?.jitter ?? -1) - jitter)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('never says more than its fields hold', () => {
    const stream = new UpStream(1, '', 90_000);
    let number = 0;
    for (let index = 0; index < 600; index += 1) {
      stream.accept({ sequence: wrap(number), timestamp: 0, bytes: 1 }, index, null);
      number += 32_000;
    }
    expect(stream.report(1000)).toMatchObject({ packetsLost: 0x7f_ffff, fractionLost: 255 });
  });
});
