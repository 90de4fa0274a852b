import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { dispose } from '@livekit/rtc-node';
import { toCameraPlan } from '../../src/renderer/live/session/camera-plan.ts';
import {
  type BrowserClient,
  type BrowserHost,
  openBrowserHost,
} from '../live/support/browser-client.ts';
import { joinFromNode } from '../live/support/node-client.ts';
import type { SwapClient } from '../live/support/swap-client.ts';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import { type ChildServer, type EmbeddedServer, openChildServer } from './child-server.ts';
import {
  atLeast,
  atMost,
  type Metric,
  type Measurement,
  ratioAtLeast,
  ratioAtMost,
  toMetric,
} from './harness.ts';
import {
  awaitFirst,
  openBenchSession,
  prepareSession,
  readFace,
  startSwapService,
} from './live-session.ts';
import { openReadCamera } from './read-camera-device.ts';
import { sendBack, takeDelays } from './room-echo.ts';
import { openRoomProcess } from './room-process.ts';
import { percentile } from './statistics.ts';

const measuring = { warmUpMs: 6_000, measureMs: 20_000 };
const framesPerSecond = 30;

/** Camera sizes as the page sends them, with the bars of the swapped video. */
const cases = [
  toShape(480, { minFps: 28, p50Ms: 55, p95Ms: 95, p50Ratio: 2, liveKitRatio: 1.6 }),
  toShape(720, { minFps: 26, p50Ms: 85, p95Ms: 140, p50Ratio: 1.9, liveKitRatio: 1.3 }),
] as const;

type Shape = ReturnType<typeof toShape>;

/**
 * Measures the delay of a live swap, drawn to displayed: a page draws a time-coded face, the service swaps it, the page
 * reads the code off the returned video. The reference is the same video through a room unchanged.
 */
export const measurement: Measurement = {
  title: 'A face that is swapped live, beside the bare way through a room',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(`${tmpdir()}/guise-bench-`);
    const service = await startSwapService(folder);
    const browser = await openBrowserHost();
    try {
      note('a caller of the API, unprepared');
      const metrics = [await measureUnprepared({ service, browser, shape: cases[0] })];
      const embedded: SwapRun[] = [];
      for (const shape of cases) {
        note(`${shape.name}, bare`);
        const bare = await measureBare(browser, shape);
        note(`${shape.name}, swapped`);
        const swap = await runSwap({ service, browser, shape });
        embedded.push(swap);
        metrics.push(...describeSwap(shape, swap, bare));
        if (shape === cases[1]) {
          note(`${shape.name}, swapped, with the virtual camera`);
          metrics.push(...(await measureCameraToo({ service, browser, shape }, swap)));
        }
      }
      return [...metrics, ...(await measureLiveKit({ folder, browser, embedded }, note))];
    } finally {
      await browser.close();
      await service.close();
      await dispose();
      await rm(folder, { recursive: true });
    }
  },
};

function toShape(
  heightP: 480 | 720,
  bars: {
    readonly minFps: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    /** The reference is a connection without a room. */
    readonly p50Ratio: number;
    /** The reference is a room of a LiveKit server. */
    readonly liveKitRatio: number;
  },
) {
  const { width, height, send } = toCameraPlan({ heightP, fps: framesPerSecond });
  return { name: `${heightP}p`, width, height, maxBitrate: send.maxBitrateBps, bars };
}

async function measureBare(browser: BrowserHost, shape: Shape): Promise<readonly number[]> {
  const room = await openRoomProcess();
  const { target } = room;
  const echo = await joinFromNode(target, 'echo', 'bare', { isWatching: false });
  sendBack(echo);
  const page = await browser.join('current', target, { identity: 'page', room: 'bare' });
  try {
    await page.call('publishFace', { ...shape, framesPerSecond, picture: readFace() });
    return (await takeDelays(page, measuring)).delaysMs;
  } finally {
    await page.close();
    await echo.close();
    await room.close();
  }
}

/** Measures the first session of an unprepared service. */
async function measureUnprepared(parts: {
  readonly service: EmbeddedServer;
  readonly browser: BrowserHost;
  readonly shape: Shape;
}): Promise<Metric> {
  const page = await parts.browser.open('current');
  const session = await startSession(parts, page);
  await page.close();
  await session.client.close();
  return toMetric({
    name: 'an unprepared service: from the request to the first swapped frame',
    value: session.firstMs,
    unit: 'ms',
  });
}

/** Measures from the request of a session to its first swapped frame on the page. */
async function startSession(
  { service, shape }: { readonly service: ChildServer; readonly shape: Shape },
  page: BrowserClient,
): Promise<{ readonly client: SwapClient; readonly firstMs: number }> {
  const beganAtMs = Date.now();
  const client = await openBenchSession(service);
  const { livekit_url: url, token } = await client.next('room_info');
  await page.call('join', { url, token });
  await page.call('publishFace', { ...shape, framesPerSecond, picture: readFace() });
  return { client, firstMs: (await awaitFirst(page)) - beganAtMs };
}

/** Results of one session. */
interface SwapRun {
  readonly delaysMs: readonly number[];
  readonly unreadable: number;
  /** Latencies of the service's last reports. */
  readonly latenciesMs: readonly number[];
  readonly firstMs: number;
}

async function runSwap(parts: {
  readonly service: EmbeddedServer;
  readonly browser: BrowserHost;
  readonly shape: Shape;
}): Promise<SwapRun> {
  await prepareSession(parts.service);
  return runUnprepared(parts);
}

/** Runs a session of an unprepared service. */
async function runUnprepared(parts: {
  readonly service: ChildServer;
  readonly browser: BrowserHost;
  readonly shape: Shape;
}): Promise<SwapRun> {
  const page = await parts.browser.open('current');
  const { client, firstMs } = await startSession(parts, page);
  try {
    const { delaysMs, unreadable } = await takeDelays(page, measuring);
    const stats = client.messages.filter((message) => message.type === 'stats').slice(-10);
    return {
      delaysMs,
      unreadable,
      latenciesMs: stats.map(({ latency_ms: latencyMs }) => latencyMs),
      firstMs,
    };
  } finally {
    await page.close();
    await client.close();
  }
}

function describeSwap(
  { name, bars }: Shape,
  { delaysMs, unreadable, latenciesMs, firstMs }: SwapRun,
  bare: readonly number[],
): Metric[] {
  const pair = (label: string, share: number, limitMs: number): Metric =>
    toMetric({
      name: `${name}: drawn to displayed, ${label}`,
      value: percentile(delaysMs, share),
      unit: 'ms',
      reference: percentile(bare, share),
      bar: atMost(limitMs),
    });
  return [
    pair('p50', 0.5, bars.p50Ms),
    pair('p95', 0.95, bars.p95Ms),
    toMetric({
      name: `${name}: p50 beside the bare way`,
      value: percentile(delaysMs, 0.5),
      unit: 'ms',
      reference: percentile(bare, 0.5),
      bar: ratioAtMost(bars.p50Ratio),
    }),
    toMetric({
      name: `${name}: swapped frames`,
      value: toRate(delaysMs),
      unit: 'frames/s',
      reference: toRate(bare),
      bar: atLeast(bars.minFps),
    }),
    toMetric({ name: `${name}: held or covered`, value: unreadable, unit: 'frames' }),
    toMetric({
      name: `${name}: delay as the service tells it`,
      value: percentile(latenciesMs, 0.5),
      unit: 'ms',
    }),
    toMetric({
      name: `${name}: from the button to the first swapped frame`,
      value: firstMs,
      unit: 'ms',
      bar: atMost(2000),
    }),
  ];
}

/** Repeats the measurement in rooms of the LiveKit server of the environment, with the hosted service. */
async function measureLiveKit(
  parts: {
    readonly folder: string;
    readonly browser: BrowserHost;
    readonly embedded: readonly SwapRun[];
  },
  note: (text: string) => void,
): Promise<Metric[]> {
  if ((process.env['LIVEKIT_URL'] ?? '') === '') {
    note('skipped: a LiveKit server, because LIVEKIT_URL names none');
    return [];
  }
  const data = join(parts.folder, 'hosted');
  const serve = ['serve', '--json', '--port', '0', '--data', data, '--unsigned'];
  const service = await openChildServer([
    resolveInProject('src', 'service', 'console', 'index.ts'),
    ...serve,
  ]);
  try {
    const metrics: Metric[] = [];
    for (const [index, shape] of cases.entries()) {
      note(`${shape.name}, swapped, through the LiveKit server`);
      const { delaysMs } = await runUnprepared({ service, browser: parts.browser, shape });
      const reference = parts.embedded[index]?.delaysMs ?? [];
      metrics.push(
        toMetric({
          name: `${shape.name} through a LiveKit server: drawn to displayed, p50`,
          value: percentile(delaysMs, 0.5),
          unit: 'ms',
          reference: percentile(reference, 0.5),
          bar: ratioAtMost(shape.bars.liveKitRatio),
        }),
        toMetric({
          name: `${shape.name} through a LiveKit server: swapped frames`,
          value: toRate(delaysMs),
          unit: 'frames/s',
          reference: toRate(reference),
        }),
      );
    }
    return metrics;
  } finally {
    await service.close();
  }
}

/** Repeats the measurement while another program reads the virtual camera; the reference is the run without. */
async function measureCameraToo(
  parts: Parameters<typeof runSwap>[0],
  without: SwapRun,
): Promise<Metric[]> {
  const { name, width, height } = parts.shape;
  const camera = await openReadCamera({ width, height, rate: framesPerSecond });
  if (camera === null) {
    return [];
  }
  try {
    parts.service.peer.post('sendFramesTo', camera.link);
    const { delaysMs } = await runSwap(parts);
    const [p50, before] = [percentile(delaysMs, 0.5), percentile(without.delaysMs, 0.5)];
    return [
      toMetric({
        name: `${name} with the virtual camera: swapped frames`,
        value: toRate(delaysMs),
        unit: 'frames/s',
        reference: toRate(without.delaysMs),
        bar: ratioAtLeast(0.9),
      }),
      toMetric({
        name: `${name} with the virtual camera: drawn to displayed, p50`,
        value: p50,
        unit: 'ms',
        reference: before,
      }),
      toMetric({
        name: `${name} with the virtual camera: what it adds to p50`,
        value: p50 - before,
        unit: 'ms',
        bar: atMost(5),
      }),
      toMetric({
        name: `${name} with the virtual camera: frames that its reader got`,
        value: camera.countFrames(),
        unit: 'frames',
      }),
      toMetric({ name: 'load of the machine', value: loadavg()[0] ?? 0, unit: '' }),
    ];
  } finally {
    parts.service.peer.post('sendFramesTo', null);
    await camera.close();
  }
}

function toRate(delaysMs: readonly number[]): number {
  return (delaysMs.length / measuring.measureMs) * 1000;
}
