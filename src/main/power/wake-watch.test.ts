import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWakeWatch, type WakeWatch } from './wake-watch.ts';

let asleepMs = 0;
let monotonicMs = 0;
let woken = 0;
let watch: WakeWatch;

beforeEach(() => {
  vi.useFakeTimers();
  [asleepMs, monotonicMs, woken] = [0, 0, 0];
  watch = openWakeWatch(
    () => {
      woken += 1;
    },
    { monotonicMs: () => monotonicMs, wallMs: () => 1e12 + monotonicMs + asleepMs },
  );
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

function run(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    monotonicMs += 1000;
    vi.advanceTimersByTime(1000);
  }
}

it('says nothing while time passes, also on a busy machine', () => {
  run(60);
  monotonicMs += 3000;
  run(60);
  expect(woken).toBe(0);
});

it.each([
  ['stands still', () => (asleepMs += 3_600_000)],
  ['goes on', () => (monotonicMs += 3_600_000)],
])('says once that the machine slept when the clock %s meanwhile', (_how, sleep) => {
  run(5);
  sleep();
  run(5);
  expect(woken).toBe(1);
  sleep();
  run(5);
  expect(woken).toBe(2);
});

it('says nothing after it was closed', () => {
  watch.close();
  asleepMs += 3_600_000;
  run(5);
  expect(woken).toBe(0);
});
