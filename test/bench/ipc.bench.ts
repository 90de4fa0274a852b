import type { Page } from '@playwright/test';
import { callPage } from '../support/page-bridge.ts';
import { launchApp } from '../support/launch.ts';
import { timeBareChromium } from './bare-chromium.ts';
import { timeStart } from './time-start.ts';
import { openBarePipe } from './bare-pipe.ts';
import { atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { median, percentile, timeEach } from './statistics.ts';

const chunkBytes = 102_400;
const emptyRounds = { count: 1500, warmUp: 100 };
const chunkRounds = { count: 300, warmUp: 30 };
const starts = 9;

/**
 * Measures calls between page and main process, and the start of the window. References: the same echo over a pipe
 * between two Node processes, and a bare Chromium window.
 */
export const measurement: Measurement = {
  title: 'Calls between page and main, and the start of the window',
  needsApp: true,
  run: async ({ note }) => [...(await measureCalls(note)), ...(await measureStart(note))],
};

async function measureCalls(note: (text: string) => void): Promise<Metric[]> {
  note('round trips');
  const { page, close } = await launchApp();
  const pipe = openBarePipe();
  try {
    const empty = await timeEcho(page, 0, emptyRounds);
    const chunk = await timeEcho(page, chunkBytes, chunkRounds);
    note('the reference');
    const bareEmpty = await timeEach(() => pipe.echo(new Uint8Array(0)), emptyRounds);
    const bareChunk = await timeEach(() => pipe.echo(new Uint8Array(chunkBytes)), chunkRounds);
    return [
      toMetric({
        name: 'round trip, empty, p50',
        value: median(empty),
        unit: 'ms',
        reference: median(bareEmpty),
        bar: atMost(1),
      }),
      toMetric({
        name: 'round trip, empty, p99',
        value: percentile(empty, 0.99),
        unit: 'ms',
        reference: percentile(bareEmpty, 0.99),
      }),
      toMetric({
        name: 'round trip, 100 KB, p50',
        value: median(chunk),
        unit: 'ms',
        reference: median(bareChunk),
        bar: atMost(8),
      }),
      toMetric({
        name: 'round trip, 100 KB, p99',
        value: percentile(chunk, 0.99),
        unit: 'ms',
        reference: percentile(bareChunk, 0.99),
      }),
    ];
  } finally {
    pipe.close();
    await close();
  }
}

async function measureStart(note: (text: string) => void): Promise<Metric[]> {
  const durationsMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = 1; run <= starts; run += 1) {
    note(`start ${run} of ${starts}`);
    durationsMs.push(await timeStart());
    bareMs.push(await timeBareChromium());
  }
  return [
    toMetric({
      name: 'start to first picture, p50',
      value: median(durationsMs),
      unit: 'ms',
      reference: median(bareMs),
      bar: atMost(2000),
    }),
    toMetric({
      name: 'start to first picture, slowest',
      value: Math.max(...durationsMs),
      unit: 'ms',
      reference: Math.max(...bareMs),
    }),
  ];
}

/** Times the calls inside the page, where its clock ticks every tenth of a millisecond. */
async function timeEcho(
  page: Page,
  bytes: number,
  rounds: { readonly count: number; readonly warmUp: number },
): Promise<number[]> {
  await callPage(page, 'app.about', {});
  return page.evaluate(
    async ({ size, count, warmUp }) => {
      const bridge = Reflect.get(globalThis, 'guise') as {
        call: (name: string, input: unknown) => Promise<{ ok: boolean }>;
      };
      const input = { bytes: new Uint8Array(size).fill(7) };
      const durationsMs: number[] = [];
      for (let run = -warmUp; run < count; run += 1) {
        const startedAtMs = performance.now();
        const reply = await bridge.call('app.echo', input);
        if (!reply.ok) {
          throw new Error('app.echo failed.');
        }
        if (run >= 0) {
          durationsMs.push(performance.now() - startedAtMs);
        }
      }
      return durationsMs;
    },
    { size: bytes, ...rounds },
  );
}
