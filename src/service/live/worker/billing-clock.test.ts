import { describe, expect, it } from 'vitest';
import { createBillingClock } from './billing-clock.ts';

describe('the clock of a stream', () => {
  it('stands until streaming may begin', () => {
    const clock = createBillingClock();
    clock.note(100);
    expect(clock.read(5000)).toBe(0);
  });

  it('counts from the beginning to the reading while frames come', () => {
    const clock = createBillingClock();
    clock.start(1000);
    for (let atMs = 1040; atMs <= 61_000; atMs += 40) {
      clock.note(atMs);
    }
    expect(clock.read(61_000)).toBe(60_000);
  });

  it('counts a gap of the camera for half a second at most, and never goes back', () => {
    const clock = createBillingClock();
    clock.start(0);
    clock.note(100);
    const readings = [200, 600, 700, 10_000].map((atMs) => clock.read(atMs));
    expect(readings).toEqual([200, 600, 600, 600]);
    clock.note(20_000);
    expect(clock.read(20_100)).toBe(700);
  });
});
