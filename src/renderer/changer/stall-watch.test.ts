import { describe, expect, it } from 'vitest';
import { StallWatch } from './stall-watch.ts';

/** Places at which the way was laid anew. */
function watch(
  count: number,
  lateMs: (at: number) => number,
  peak: (at: number) => number,
): number[] {
  const stalls = new StallWatch();
  return Array.from({ length: count }, (_, at) => at).filter((at) =>
    stalls.push(lateMs(at), peak(at)),
  );
}

const loud = (): number => 0.3;
const quiet = (): number => 0.001;

describe('StallWatch', () => {
  it('leaves a thread alone that only jitters', () => {
    expect(watch(2000, (at) => 5000 + ((at * 37) % 60), quiet)).toEqual([]);
  });

  it('leaves a thread alone that was late and caught up', () => {
    expect(watch(400, (at) => 5000 + (at > 100 && at < 115 ? 200 : 0), quiet)).toEqual([]);
  });

  it('renews the way once after lost time, in a pause', () => {
    const pauses = (at: number): number => (at > 170 && at < 180 ? 0.001 : 0.3);
    expect(watch(600, (at) => (at < 100 ? 0 : 80), pauses)).toEqual([171]);
  });

  it('does not wait for a pause without a limit', () => {
    const renewed = watch(600, (at) => (at < 100 ? 0 : 80), loud);
    expect(renewed).toHaveLength(1);
    expect(renewed[0]).toBeLessThan(100 + 40 + 101);
  });

  it('renews it again after more lost time', () => {
    const late = (at: number): number => (at < 100 ? 0 : at < 300 ? 40 : 90);
    const renewed = watch(900, late, quiet);
    expect(renewed).toHaveLength(2);
    expect((renewed[1] ?? 0) - (renewed[0] ?? 0)).toBeGreaterThanOrEqual(400);
  });
});
