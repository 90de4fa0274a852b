import { expect, it } from 'vitest';
import { OutputBus } from './output-bus.ts';

const RAMP = 480;

/** Writes and reads as many samples, each the number of its place. */
function pass(output: OutputBus, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    output.push(from + index);
    return output.read();
  });
}

it('gives what was written at once, after a ramp', () => {
  const output = new OutputBus('same');
  pass(output, 0, RAMP);
  expect(pass(output, 1000, 5)).toEqual([1000, 1001, 1002, 1003, 1004]);
  expect(output.drainPeak()).toBe(1004);
  expect(output.drainPeak()).toBe(0);
});

it('gives it later by its delay, which blends in', () => {
  const output = new OutputBus('same');
  pass(output, 0, 1000);
  output.change({ isMuted: false, delayMs: 10 });
  const blended = pass(output, 1000, RAMP);
  expect(blended.every((sample, index) => sample <= 1000 + index)).toBe(true);
  expect(pass(output, 1480, 3)).toEqual([1000, 1001, 1002]);
});

it('is silent while it is muted, and no other is', () => {
  const muted = new OutputBus('same');
  const other = new OutputBus('same');
  muted.change({ isMuted: true, delayMs: 0 });
  pass(muted, 1, 2 * RAMP);
  pass(other, 1, 2 * RAMP);
  expect(pass(muted, 5, 3)).toEqual([0, 0, 0]);
  expect(pass(other, 5, 3)).toEqual([5, 6, 7]);
});

it('follows a reader whose clock is slower or faster, without a jump from one sample to the next', () => {
  for (const read of [478, 482]) {
    const output = new OutputBus('other');
    const out: number[] = [];
    let phase = 0;
    for (let block = 0; block < 3000; block += 1) {
      for (let index = 0; index < 480; index += 1) {
        output.push(Math.sin((2 * Math.PI * phase) / 480));
        phase += 1;
      }
      for (let index = 0; index < read; index += 1) {
        out.push(output.read());
      }
    }
    let largest = 0;
    for (let index = 5000; index < out.length; index += 1) {
      largest = Math.max(largest, Math.abs((out[index] ?? 0) - (out[index - 1] ?? 0)));
    }
    expect(largest).toBeLessThan(0.04);
    expect(Math.max(...out.slice(-480))).toBeGreaterThan(0.5);
  }
});
