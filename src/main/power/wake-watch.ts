/** Check interval, and clock deviation that counts as sleep, in milliseconds. */
const EVERY_MS = 1000;
const JUMP_MS = 5000;

/** Clocks of a {@link WakeWatch}; injected by tests. */
export interface WakeClocks {
  /** Stands still while the machine sleeps, on some systems. */
  readonly monotonicMs: () => number;
  readonly wallMs: () => number;
}

/** Stops the watch. */
export interface WakeWatch {
  readonly close: () => void;
}

const systemClocks: WakeClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/**
 * Calls `onWake` after the machine slept or its clock was set: connections may be dead then without a word.
 * The clocks run apart in a sleep, or the timer is late by it.
 */
export function openWakeWatch(onWake: () => void, clocks: WakeClocks = systemClocks): WakeWatch {
  let monotonicMs = clocks.monotonicMs();
  let wallMs = clocks.wallMs();
  const timer = setInterval(() => {
    const [monotonic, wall] = [clocks.monotonicMs(), clocks.wallMs()];
    const [passedMs, wallPassedMs] = [monotonic - monotonicMs, wall - wallMs];
    [monotonicMs, wallMs] = [monotonic, wall];
    if (Math.abs(wallPassedMs - passedMs) > JUMP_MS || passedMs > EVERY_MS + JUMP_MS) {
      onWake();
    }
  }, EVERY_MS);
  return { close: () => clearInterval(timer) };
}
