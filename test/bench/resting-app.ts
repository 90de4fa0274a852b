import { setTimeout as sleep } from 'node:timers/promises';
import { launchApp } from '../support/launch.ts';
import { listDescendants, findCpuMs } from '../support/process-tree.ts';
import { timeBareChromium } from './bare-chromium.ts';
import { atMost, type Metric, ratioAtMost, toMetric } from './harness.ts';
import { median } from './statistics.ts';
import { timeStart } from './time-start.ts';

const STARTS = 5;
/** Time after which all work of the start has ended. */
const SETTLE_MS = 20_000;
/** Duration long enough that one garbage collection or one disk check does not dominate the resting load. */
const REST_MS = 60_000;

/** Measures the start relative to a bare window, and the load of the open window without input. */
export async function measureRest(note: (text: string) => void): Promise<Metric[]> {
  const startsMs: number[] = [];
  const bareMs: number[] = [];
  for (let run = 1; run <= STARTS; run += 1) {
    note(`start ${run} of ${STARTS}`);
    startsMs.push(await timeStart());
    bareMs.push(await timeBareChromium());
  }
  return [
    toMetric({
      name: 'start to first picture, p50',
      value: median(startsMs),
      unit: 'ms',
      reference: median(bareMs),
      bar: ratioAtMost(2),
    }),
    ...(process.platform === 'linux' ? [await measureIdle(note)] : []),
  ];
}

async function measureIdle(note: (text: string) => void): Promise<Metric> {
  note('an open window that nobody touches');
  const { app, close } = await launchApp();
  try {
    const root = app.process().pid ?? 0;
    await sleep(SETTLE_MS);
    const before = readTreeCpu(root);
    await sleep(REST_MS);
    const after = readTreeCpu(root);
    let usedMs = 0;
    for (const [pid, cpuMs] of after) {
      usedMs += cpuMs - (before.get(pid) ?? 0);
    }
    return toMetric({
      name: 'processor while resting, of one core',
      value: (100 * usedMs) / REST_MS,
      unit: '%',
      bar: atMost(1),
    });
  } finally {
    await close();
  }
}

/** Processor time of the app and all it started, by process. */
function readTreeCpu(root: number): ReadonlyMap<number, number> {
  const pids = [root, ...listDescendants(root).map(({ pid }) => pid)];
  return new Map(pids.map((pid) => [pid, findCpuMs(pid) ?? 0]));
}
