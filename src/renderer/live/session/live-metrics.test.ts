import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveMetrics, findLiveLimit, openMetricsMeter } from './live-metrics.ts';
import type { TransportMetrics } from './transport-metrics.ts';

const plan = { fps: 30, isSmallest: false };
const transport: TransportMetrics & { readonly lateMs: number } = {
  sendMs: 12,
  networkMs: 1,
  receiveMs: 18,
  sentFps: 30,
  limitedBy: 'none',
  lateMs: 1,
};
const stats = {
  fps: 30,
  latencyMs: 22,
  isTracked: true,
  coverReason: null,
  mode: null,
  arms: null,
  engine: '',
  secondsLeft: 9,
  secondsBilled: 0,
};

describe('the limit of the output', () => {
  it('is where frames get lost first', () => {
    expect(findLiveLimit(plan, 30, transport)).toBeNull();
    expect(findLiveLimit(plan, 14, { ...transport, sentFps: 15 })).toBe('camera');
    expect(findLiveLimit(plan, 12, { ...transport, sentFps: 15, limitedBy: 'cpu' })).toBe(
      'computer',
    );
    expect(findLiveLimit(plan, 12, { ...transport, limitedBy: 'bandwidth' })).toBe('network');
    expect(findLiveLimit(plan, 20, transport)).toBe('engine');
    expect(findLiveLimit({ ...plan, isSmallest: true }, 20, transport)).toBe('smallest');
    // The same few frames on a computer that is late with everything.
    expect(findLiveLimit(plan, 14, { ...transport, sentFps: 15, lateMs: 40 })).toBe('computer');
  });
});

describe('the meter', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('counts frames, adds up the parts of the delay, and reports losses', async () => {
    const seen: LiveMetrics[] = [];
    const meter = openMetricsMeter({
      readPlan: () => plan,
      measureTransport: async () => transport,
      readStats: () => stats,
      onMetrics: (metrics) => seen.push(metrics),
    });
    meter.addOutput({ atMs: 5000, passed: 0, lateMs: 0 });
    meter.setFirstFrame(1234);
    for (let second = 1; second <= 6; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      meter.addOutput({ atMs: 5000 + second * 1000, passed: second * 27, lateMs: 0 });
    }
    meter.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen).toHaveLength(5);
    const last = seen.at(-1);
    expect(last?.fps).toBeCloseTo(27, 0);
    expect(last?.delayMs).toBe(53);
    expect(last?.lostFraction).toBeCloseTo(0.1, 2);
    expect(last?.firstFrameMs).toBe(1234);
  });

  it('counts over the time of the gate, which tells when it likes', async () => {
    const seen: LiveMetrics[] = [];
    const meter = openMetricsMeter({
      readPlan: () => ({ ...plan, fps: 15 }),
      measureTransport: async () => ({ ...transport, sentFps: 15 }),
      readStats: () => stats,
      onMetrics: (metrics) => seen.push(metrics),
    });
    // Reports are due every 500 ms and come with the next tick of 40 ms.
    for (let at = 1; at <= 20; at += 1) {
      meter.addOutput({ atMs: at * 520, passed: Math.floor(at * 0.52 * 15), lateMs: 0 });
      if (at === 1) {
        meter.setFirstFrame(520);
      }
      await vi.advanceTimersByTimeAsync(520);
    }
    meter.close();
    for (const { fps } of seen) {
      expect(Math.abs(fps - 15)).toBeLessThan(1.5);
    }
    expect(seen.length).toBeGreaterThan(7);
    expect(seen.at(-1)?.lostFraction).toBeLessThan(0.02);
    expect(seen.every(({ limit }) => limit === null)).toBe(true);
  });

  it('reports nothing before the first frame', async () => {
    const seen: LiveMetrics[] = [];
    const meter = openMetricsMeter({
      readPlan: () => plan,
      measureTransport: async () => ({ ...transport, receiveMs: null }),
      readStats: () => ({ ...stats, fps: 0 }),
      onMetrics: (metrics) => seen.push(metrics),
    });
    await vi.advanceTimersByTimeAsync(5000);
    meter.close();
    expect(seen.at(-1)).toMatchObject({ delayMs: null, lostFraction: null, limit: null });
  });
});
