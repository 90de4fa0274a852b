import { describe, expect, it } from 'vitest';
import { DelayTap } from './delay-tap.ts';

const RATE = 48_000;
const MS = 48;
const SLACK = 25 * MS;
const DELAY = 60 * MS;

const tone = (at: number): number => 0.5 * Math.sin((2 * Math.PI * 440 * at) / RATE);
/** Largest step of the tone from one sample to the next. */
const STEEPEST = (0.5 * 2 * Math.PI * 440) / RATE;

/** Writes and reads in bursts, where one second of the writer is `speed` seconds of the reader. */
function run(
  tap: DelayTap,
  seconds: number,
  { speed = 1, toBurst = () => 480 }: { speed?: number; toBurst?: (turn: number) => number },
  state = { written: 0, due: 0 },
): Float32Array {
  const output = new Float32Array(seconds * RATE);
  let at = 0;
  for (let turn = 0; at < output.length; turn += 1) {
    const burst = Math.min(toBurst(turn), output.length - at);
    for (state.due += burst * speed; state.written < state.due; state.written += 1) {
      tap.push(tone(state.written));
    }
    for (const end = at + burst; at < end; at += 1) {
      output[at] = tap.read();
    }
  }
  return output;
}

function findLargestStep(samples: Float32Array): number {
  let largest = 0;
  for (let at = 1; at < samples.length; at += 1) {
    largest = Math.max(largest, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)));
  }
  return largest;
}

/**
 * Measures the delay of the read samples behind the write position, from the phase of a tone; searches ±54 samples of
 * `near`.
 */
function measureLag(output: Float32Array, written: number, near: number): number {
  let lag = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let tried = near - 54; tried <= near + 54; tried += 1) {
    let difference = 0;
    for (let back = 1; back <= 200; back += 1) {
      const sample = output[output.length - back] ?? 0;
      difference += Math.abs(sample - tone(written - tried - back));
    }
    if (difference < best) {
      best = difference;
      lag = tried;
    }
  }
  return lag;
}

function open(): { tap: DelayTap; state: { written: number; due: number } } {
  const tap = new DelayTap(SLACK);
  const state = { written: 0, due: 0 };
  run(tap, 1, {}, state);
  tap.jump(DELAY);
  return { tap, state };
}

describe('reading with a delay', () => {
  it('loses and doubles no sample while both ends come in bursts of their own', () => {
    const { tap, state } = open();
    const from = state.written - DELAY;
    // Reads of 1 to 40 ms, each behind as much that was written.
    const output = run(tap, 10, { toBurst: (turn) => MS * (1 + ((turn * 7919) % 40)) }, state);
    const away = output
      .subarray(0, RATE / 2)
      .map((sample, at) => Math.abs(sample - tone(from + at)));
    expect(Math.max(...away)).toBeLessThan(5e-7);
    expect(findLargestStep(output)).toBeLessThan(1.01 * STEEPEST);
  });

  it.each([300, -300])('follows a clock that is off by %i ppm without a jump', (ppm) => {
    const { tap, state } = open();
    const output = run(tap, 200, { speed: 1 + ppm / 1e6 }, state);
    expect(findLargestStep(output)).toBeLessThan(1.01 * STEEPEST);
    // A jump is where the curve of a tone bends as no tone of its height and pitch does.
    let bend = 0;
    let [before = 0, here = 0] = output;
    for (const after of output.subarray(2)) {
      bend = Math.max(bend, Math.abs(before - 2 * here + after));
      before = here;
      here = after;
    }
    expect(bend).toBeLessThan(0.5 * ((2 * Math.PI * 440) / RATE) ** 2 * 1.3);
    // Without it, they would be 60 ms apart.
    expect(Math.abs(measureLag(output, state.written, DELAY) - DELAY)).toBeLessThan(54);
  });

  it('is where it should be a second after more than the slack came at once', () => {
    const { tap, state } = open();
    for (let index = 0; index < 100 * MS; index += 1) {
      tap.push(tone(state.written));
      state.written += 1;
      state.due += 1;
    }
    const output = run(tap, 1, {}, state);
    expect(findLargestStep(output)).toBeLessThan(2 * STEEPEST);
    // The middle of a burst is where it should be, and its end half a burst less.
    const late = run(tap, 0.2, {}, state);
    expect(Math.abs(measureLag(late, state.written, DELAY - 240) - DELAY + 240)).toBeLessThan(20);
  });

  it('goes on from its place when there is nothing left to read, without a click', () => {
    const { tap } = open();
    const output = Float32Array.from({ length: 200 * MS }, () => tap.read());
    expect(findLargestStep(output)).toBeLessThan(2 * STEEPEST);
    expect(Math.max(...output.slice(-50 * MS))).toBeGreaterThan(0.4);
  });

  it('skips audio that was due during a stall', () => {
    const { tap, state } = open();
    const from = state.written - DELAY;
    tap.skip(20 * MS);
    expect(tap.read()).toBeCloseTo(tone(from + 20 * MS), 6);
  });
});
