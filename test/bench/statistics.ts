import { mean } from '../../src/engine/vision/math.ts';

/** Returns the percentile by nearest rank; `share` from 0 to 1. */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) {
    throw new Error('There are no samples.');
  }
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Slope of the straight line that fits the samples best, per unit of `x`. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const meanX = mean(points.map((point) => point.x));
  const meanY = mean(points.map((point) => point.y));
  let above = 0;
  let below = 0;
  for (const { x, y } of points) {
    above += (x - meanX) * (y - meanY);
    below += (x - meanX) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

/** Correlation of the samples, -1..1 (Pearson 1896); 0 where one of both is constant. */
export function correlation(points: readonly { readonly x: number; readonly y: number }[]): number {
  const upwards = slope(points);
  const back = slope(points.map(({ x, y }) => ({ x: y, y: x })));
  return Math.sign(upwards) * Math.sqrt(Math.max(0, upwards * back));
}

/**
 * Correlation of a value with a plan, -1..1, from two noisy readings of it: the correlation of each with the plan, and
 * of both with each other (correction for attenuation, Spearman 1904). Errors that both readings share make it too low.
 * NaN where the readings do not correlate.
 */
export function correctAttenuation(first: number, second: number, between: number): number {
  const both = first * second;
  return between <= 0 || both < 0
    ? Number.NaN
    : Math.sign(first) * Math.min(1, Math.sqrt(both / between));
}

/** Runs `work` a few times unmeasured, then `count` times in sequence; returns the durations in milliseconds. */
export async function timeEach(
  work: () => Promise<unknown>,
  { count, warmUp }: { readonly count: number; readonly warmUp: number },
): Promise<number[]> {
  const durationsMs: number[] = [];
  for (let run = -warmUp; run < count; run += 1) {
    const startedAtMs = performance.now();
    await work();
    if (run >= 0) {
      durationsMs.push(performance.now() - startedAtMs);
    }
  }
  return durationsMs;
}
