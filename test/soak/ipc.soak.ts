import { setTimeout as pause } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import { percentile, slope } from '../bench/statistics.ts';
import { launchApp } from '../support/launch.ts';

const chunkBytes = 102_400;
const everyMs = 50;
const sampleEveryMs = 10_000;

/** Measurements of one interval of the run. */
interface Sample {
  readonly atMinutes: number;
  readonly mainMb: number;
  readonly pageMb: number;
  readonly delaysMs: readonly number[];
  readonly skipped: number;
}

/**
 * 100 KB at 20 Hz through the bridge and back, for the requested time: memory of main and page and the delay must stay
 * flat. A chunk is skipped while the previous one is still in transit.
 */
export const measurement: Measurement = {
  title: '100 KB at 20 Hz between page and main',
  needsApp: true,
  run: async ({ note, minutes }) => {
    const { app, page, close } = await launchApp();
    try {
      await startStream(page);
      const samples: Sample[] = [];
      const startedAtMs = performance.now();
      while (performance.now() - startedAtMs < minutes * 60_000) {
        await pause(Math.min(sampleEveryMs, minutes * 60_000));
        const atMinutes = (performance.now() - startedAtMs) / 60_000;
        samples.push({ atMinutes, ...(await takeSample(app, page)) });
        note(`${atMinutes.toFixed(1)} of ${minutes} min`);
      }
      return toMetrics(samples);
    } finally {
      await close();
    }
  },
};

/** Starts the chunks in the page; their durations are collected in `soak` of its window. */
async function startStream(page: Page): Promise<void> {
  await page.evaluate(
    ({ size, periodMs }) => {
      const bridge = Reflect.get(globalThis, 'guise') as {
        call: (name: string, input: unknown) => Promise<unknown>;
      };
      const soak = { delaysMs: [] as number[], skipped: 0 };
      Reflect.set(globalThis, 'soak', soak);
      let isBusy = false;
      setInterval(() => {
        if (isBusy) {
          soak.skipped += 1;
          return;
        }
        isBusy = true;
        const startedAtMs = performance.now();
        void bridge.call('app.echo', { bytes: new Uint8Array(size) }).finally(() => {
          soak.delaysMs.push(performance.now() - startedAtMs);
          isBusy = false;
        });
      }, periodMs);
    },
    { size: chunkBytes, periodMs: everyMs },
  );
}

async function takeSample(
  app: ElectronApplication,
  page: Page,
): Promise<Omit<Sample, 'atMinutes'>> {
  const mainBytes = await app.evaluate(() => process.memoryUsage().rss);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const heap = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  const taken = await page.evaluate(() => {
    const soak = Reflect.get(globalThis, 'soak') as { delaysMs: number[]; skipped: number };
    const copy = { delaysMs: soak.delaysMs, skipped: soak.skipped };
    soak.delaysMs = [];
    soak.skipped = 0;
    return copy;
  });
  return { mainMb: mainBytes / 1_000_000, pageMb: heap.usedSize / 1_000_000, ...taken };
}

function toMetrics(samples: readonly Sample[]): Metric[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const first = samples.slice(0, third).flatMap((sample) => sample.delaysMs);
  const last = samples.slice(-third).flatMap((sample) => sample.delaysMs);
  // The first samples still see the caches of the start fill up.
  const settled = samples.length > 6 ? samples.slice(Math.floor(samples.length / 4)) : samples;
  const growth = (field: 'mainMb' | 'pageMb'): number =>
    slope(settled.map((sample) => ({ x: sample.atMinutes, y: sample[field] })));
  const delays = samples.flatMap((sample) => sample.delaysMs);
  const skipped = samples.reduce((sum, sample) => sum + sample.skipped, 0);
  return [
    toMetric({ name: 'chunks echoed', value: delays.length, unit: 'chunks' }),
    toMetric({
      name: 'chunks skipped',
      value: (100 * skipped) / (skipped + delays.length),
      unit: '%',
      bar: atMost(1),
    }),
    toMetric({
      name: 'delay, p50, last third beside first',
      value: percentile(last, 0.5),
      unit: 'ms',
      reference: percentile(first, 0.5),
      bar: atMost(8),
    }),
    toMetric({
      name: 'delay, p99, last third beside first',
      value: percentile(last, 0.99),
      unit: 'ms',
      reference: percentile(first, 0.99),
    }),
    toMetric({
      name: 'main memory grows',
      value: growth('mainMb'),
      unit: 'MB/min',
      bar: atMost(1),
    }),
    toMetric({
      name: 'page heap grows',
      value: growth('pageMb'),
      unit: 'MB/min',
      bar: atMost(0.2),
    }),
  ];
}
