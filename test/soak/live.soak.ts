import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Metric, type Measurement, toMetric } from '../bench/harness.ts';
import type { ChildServer } from '../bench/child-server.ts';
import { awaitFirst, openBenchSession, readFace, startSwapService } from '../bench/live-session.ts';
import { percentile, slope } from '../bench/statistics.ts';
import { openBrowserHost } from '../live/support/browser-client.ts';
import { listLiveWorkers } from '../live/support/swap-service.ts';

const sampleMs = 10_000;
const shape = {
  width: 854,
  height: 480,
  maxBitrate: 1_500_000,
  framesPerSecond: 30,
} as const;

/** Measurements of one interval of the session. */
interface Sample {
  readonly atMinutes: number;
  readonly serviceMb: number;
  readonly workerMb: number;
  readonly delayMs: number;
  readonly framesPerSecond: number;
}

/** Runs one session of a page for the given time: memory and delay must stay flat, and frames continue. */
export const measurement: Measurement = {
  title: 'A live swap that goes on and on',
  needsApp: false,
  run: async ({ note, minutes }) => {
    const folder = await mkdtemp(`${tmpdir()}/guise-soak-`);
    const service = await startSwapService(folder);
    const browser = await openBrowserHost();
    try {
      const page = await browser.open('current');
      const client = await openBenchSession(service, Math.ceil(minutes) + 2);
      const { livekit_url: url, token } = await client.next('room_info');
      await page.call('join', { url, token });
      await page.call('publishFace', { ...shape, picture: readFace() });
      await awaitFirst(page);
      const samples: Sample[] = [];
      const startedMs = performance.now();
      while (performance.now() - startedMs < minutes * 60_000) {
        await page.call('takeDelays');
        await pause(sampleMs);
        const { delaysMs } = (await page.call('takeDelays')) as { delaysMs: number[] };
        const memory = await readMemory(service);
        samples.push({
          ...memory,
          atMinutes: (performance.now() - startedMs) / 60_000,
          delayMs: delaysMs.length === 0 ? Number.NaN : percentile(delaysMs, 0.5),
          framesPerSecond: (delaysMs.length / sampleMs) * 1000,
        });
        const last = samples.at(-1);
        note(`${last?.framesPerSecond} frames/s, ${last?.delayMs} ms, ${last?.workerMb} MB`);
      }
      await client.close();
      return toMetrics(samples);
    } finally {
      await browser.close();
      await service.close();
      await rm(folder, { recursive: true });
    }
  },
};

function toMetrics(samples: readonly Sample[]): Metric[] {
  // Caches and compilers fill at first.
  const settled = samples.slice(Math.floor(samples.length / 4));
  const grow = (of: (sample: Sample) => number): number => {
    const points = settled.map((sample) => ({ x: sample.atMinutes, y: of(sample) }));
    return slope(points.filter(({ y }) => Number.isFinite(y)));
  };
  return [
    toMetric({
      name: 'memory of the service',
      value: grow(({ serviceMb }) => serviceMb),
      unit: 'MB/min',
      bar: atMost(1),
    }),
    toMetric({
      name: 'memory of the worker',
      value: grow(({ workerMb }) => workerMb),
      unit: 'MB/min',
      bar: atMost(2),
    }),
    toMetric({
      name: 'delay, drawn to displayed',
      value: grow(({ delayMs }) => delayMs),
      unit: 'ms/min',
      bar: atMost(2),
    }),
    toMetric({
      name: 'memory of the worker, at the end',
      value: settled.at(-1)?.workerMb ?? Number.NaN,
      unit: 'MB',
    }),
    toMetric({
      name: 'stretches without a swapped picture',
      value: samples.filter(({ framesPerSecond }) => framesPerSecond === 0).length,
      unit: '',
      bar: atMost(0),
    }),
    toMetric({
      name: 'stretches at whose end a worker was being replaced',
      value: samples.filter(({ workerMb }) => Number.isNaN(workerMb)).length,
      unit: '',
      bar: atMost(0),
    }),
    toMetric({
      name: 'delay, drawn to displayed, at the end',
      value: settled.at(-1)?.delayMs ?? Number.NaN,
      unit: 'ms',
    }),
  ];
}

async function readMemory(service: ChildServer): Promise<Pick<Sample, 'serviceMb' | 'workerMb'>> {
  const [worker] = await listLiveWorkers(service.pid);
  const status =
    worker === undefined ? '' : await readFile(`/proc/${worker}/status`, 'utf8').catch(() => '');
  return {
    serviceMb: (await service.readMemoryMb()).now,
    workerMb: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024,
  };
}
