import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputClock } from './output-clock.ts';

const rate = 30;
const slotMs = 1000 / rate;

/**
 * Returns the output for frames that arrive at these times: `new` frames and repeated ones (`again`), with their times.
 */
function play(arrivalsMs: readonly number[], untilMs: number) {
  const clock = new OutputClock(rate, 0);
  const left: { readonly atMs: number; readonly what: 'new' | 'again' }[] = [];
  let waiting = 0;
  let next = 0;
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 0.5) {
    while ((arrivalsMs[next] ?? Number.POSITIVE_INFINITY) <= nowMs) {
      next += 1;
      waiting += 1;
      if (clock.arrive(nowMs)) {
        left.push({ atMs: nowMs, what: 'new' });
        waiting = 0;
      }
    }
    if (clock.tick(nowMs, waiting > 0)) {
      left.push({ atMs: nowMs, what: waiting > 0 ? 'new' : 'again' });
      waiting = 0;
    }
  }
  return left;
}

describe('the clock of an output', () => {
  it('emits frames of its own rate on arrival, each once, for any phase and jitter', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: slotMs, noNaN: true }),
        fc.array(fc.double({ min: -6, max: 6, noNaN: true }), { minLength: 300, maxLength: 300 }),
        (phase, jitter) => {
          const arrivals = jitter.map((offset, index) => 20 + phase + index * slotMs + offset);
          const settled = play(arrivals, 300 * slotMs).filter(({ atMs }) => atMs > 250 * slotMs);
          const fresh = settled.filter(({ what }) => what === 'new').length;
          expect(fresh).toBeGreaterThanOrEqual(47);
          expect(settled.length - fresh).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('keeps its rate for frames of any other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), (sourceRate) => {
        const seconds = 4;
        const arrivals = Array.from(
          { length: seconds * sourceRate },
          (_none, index) => (index * 1000) / sourceRate,
        );
        const left = play(arrivals, seconds * 1000).filter(({ atMs }) => atMs > 1000);
        expect(Math.abs(left.length - 3 * rate)).toBeLessThanOrEqual(3);
        const fresh = left.filter(({ what }) => what === 'new').length;
        expect(fresh).toBeGreaterThanOrEqual(Math.min(3 * sourceRate, 3 * rate) - 4);
      }),
    );
  });

  it('holds frames back no longer than the burst that made one of them wait', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1.5, noNaN: true }), (lateness) => {
        // One frame is late, so the next one arrives together with it or in its slot; none is missing.
        const arrivals = Array.from({ length: 120 }, (_none, index) => (index + 0.5) * slotMs);
        arrivals[60] = (60.5 + lateness) * slotMs;
        arrivals.sort((a, b) => a - b);
        const left = play(arrivals, 120 * slotMs).filter(({ what }) => what === 'new');
        const settled = left.filter(({ atMs }) => atMs > 70 * slotMs);
        const delays = settled.map(
          ({ atMs }) => atMs - (arrivals.findLast((arrival) => arrival <= atMs) ?? 0),
        );
        expect(Math.max(...delays)).toBeLessThan(1);
      }),
    );
  });

  it('skips slots that a busy machine missed', () => {
    const clock = new OutputClock(rate, 0);
    expect(clock.tick(1000, false)).toBe(true);
    expect(clock.tick(1001, false)).toBe(false);
    expect(clock.untilNext(1001)).toBeGreaterThan(0);
    expect(clock.untilNext(1001)).toBeLessThanOrEqual(slotMs);
  });
});
