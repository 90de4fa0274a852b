import { once } from 'node:events';
import { createServer } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FrameLinkAddress } from '../../src/contract/frame-link.ts';
import { openCameraPage } from '../devices/camera-page.ts';
import { type CamerasChild, openCamerasChild } from '../devices/cameras-child.ts';
import { startCodeSender } from '../devices/code-sender.ts';
import { collectFrames, openFrameReader, findFrameReaderProblem } from '../devices/frame-reader.ts';
import {
  type Arrivals,
  countArrivals,
  type SeenCode,
  toTimeCode,
} from '../devices/timed-frames.ts';
import { openCameraPortal, findCameraPortalProblem } from '../support/camera-portal.ts';
import { openDisplay } from '../support/display.ts';
import { readCode } from '../support/frame-code.ts';
import { openPipeWireServer, type PipeWireServer } from '../support/pipewire-server.ts';
import { findCpuMs } from '../support/process-tree.ts';
import { atLeast, atMost, type Metric, toMetric } from './harness.ts';
import { percentile } from './statistics.ts';

const format = { width: 1280, height: 720, rate: 30 };
const WARM_UP_MS = 3000;
const MEASURE_MS = 20_000;
const NAME = 'Guise Camera';

/** Cost of a transport of frames. */
interface Way {
  readonly arrivals: Arrivals;
  /** Load of the middle process, as a fraction of one processor. */
  readonly cpu: number;
  /** Delay until the devices have a frame, median of the last second in milliseconds; null without devices. */
  readonly untilDeviceMs: number | null;
}

/**
 * Sends time-coded frames, 720p at 30 per second, through the camera into GStreamer and Chromium. The reference is a
 * bare copy of the same frames over TCP into one other process.
 */
export async function measureCamera(note: (text: string) => void): Promise<readonly Metric[]> {
  const problem = findFrameReaderProblem();
  if (problem !== null) {
    console.error(`No figures of the camera: ${problem}.`);
    return [];
  }
  const display = await openDisplay();
  const server = await openPipeWireServer({ DISPLAY: display.name });
  const cameras = openCamerasChild(server.env);
  try {
    const { link } = await cameras.host.call('open', { format, name: NAME });
    await cameras.host.call('change', { isPublished: true });
    note('bare TCP');
    const bare = await measureBare();
    note('camera into GStreamer');
    const other = await measureReader(server, cameras, link);
    const metrics = [...describe('camera into GStreamer', other, bare), loadMetric()];
    const portalProblem = findCameraPortalProblem();
    if (portalProblem !== null) {
      console.error(`No figures of the camera in a browser: ${portalProblem}.`);
      return metrics;
    }
    note('camera into Chromium');
    await openCameraPortal(server);
    return [
      ...metrics,
      ...describe('camera into Chromium', await measurePage(server, cameras, link), bare),
    ];
  } finally {
    await cameras.host.end();
    await server.close();
    await display.close();
  }
}

function describe(name: string, { arrivals, cpu, untilDeviceMs }: Way, bare: Way): Metric[] {
  const delay = (label: string, share: number, limitMs: number | null): Metric =>
    toMetric({
      name: `${name}: from the worker to the reader, ${label}`,
      value: percentile(arrivals.delaysMs, share),
      unit: 'ms',
      reference: percentile(bare.arrivals.delaysMs, share),
      bar: limitMs === null ? undefined : atMost(limitMs),
    });
  return [
    toMetric({
      name: `${name}: frames that arrive, each once and in order`,
      value: (100 * (arrivals.unique - arrivals.disordered)) / arrivals.sent,
      unit: '%',
      reference: (100 * bare.arrivals.unique) / bare.arrivals.sent,
      bar: atLeast(95),
    }),
    toMetric({
      name: `${name}: out of order`,
      value: arrivals.disordered,
      unit: 'frames',
      bar: atMost(0),
    }),
    toMetric({ name: `${name}: shown again`, value: arrivals.repeated, unit: 'frames' }),
    delay('p50', 0.5, 15),
    delay('p95', 0.95, null),
    toMetric({
      name: `${name}: of that until the device has it, p50`,
      value: untilDeviceMs ?? Number.NaN,
      unit: 'ms',
    }),
    toMetric({
      name: `${name}: processor time of the cameras`,
      value: 100 * cpu,
      unit: '%',
      reference: 100 * bare.cpu,
    }),
  ];
}

function loadMetric(): Metric {
  return toMetric({ name: 'load of the machine', value: loadavg()[0] ?? 0, unit: '' });
}

async function measureBare(): Promise<Way> {
  const seen: SeenCode[] = [];
  const server = createServer((socket) => {
    socket.on(
      'data',
      collectFrames(format, (frame) => void seen.push(readFrame(frame))),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const link = { port, token: '00'.repeat(32) };
  const way = await measureWay(link, { kind: 'plain', seen, cameras: null });
  server.close();
  return way;
}

async function measureReader(
  server: PipeWireServer,
  cameras: CamerasChild,
  link: FrameLinkAddress,
): Promise<Way> {
  const reader = openFrameReader(server, { node: 'guise-camera', ...format }, readFrame);
  const way = await measureWay(link, { kind: 'linked', seen: reader.seen, cameras });
  reader.end();
  await reader.ended;
  return way;
}

/** `seen` is filled meanwhile; without cameras it is this process whose time counts. */
async function measureWay(
  link: FrameLinkAddress,
  {
    kind,
    seen,
    cameras,
  }: {
    readonly kind: 'linked' | 'plain';
    readonly seen: SeenCode[];
    readonly cameras: CamerasChild | null;
  },
): Promise<Way> {
  const sender = startCodeSender(kind, format, link);
  await pause(WARM_UP_MS);
  seen.length = 0;
  const cpu = watchCpu(cameras?.pid() ?? process.pid);
  await pause(MEASURE_MS);
  const share = cpu();
  const codes = [...seen];
  const untilDeviceMs = cameras === null ? null : await readAge(cameras);
  return { arrivals: countArrivals(await sender.stop(), codes), cpu: share, untilDeviceMs };
}

async function measurePage(
  server: PipeWireServer,
  cameras: CamerasChild,
  link: FrameLinkAddress,
): Promise<Way> {
  const page = await openCameraPage(server);
  const sender = startCodeSender('linked', format, link);
  try {
    const cpu = watchCpu(cameras.pid());
    const { seen } = await page.read(NAME, { durationMs: WARM_UP_MS + MEASURE_MS });
    const share = cpu();
    const late = seen.slice(Math.round((WARM_UP_MS / 1000) * format.rate));
    const untilDeviceMs = await readAge(cameras);
    return { arrivals: countArrivals(await sender.stop(), late), cpu: share, untilDeviceMs };
  } finally {
    await sender.stop();
    await page.close();
  }
}

async function readAge({ host }: CamerasChild): Promise<number | null> {
  const { output } = await host.call('status', {});
  return output.ageMs?.p50 ?? null;
}

/** Returns a function that returns the fraction of one processor used by a process since this call. */
function watchCpu(pid: number): () => number {
  const [fromMs, fromCpuMs] = [performance.now(), findCpuMs(pid) ?? 0];
  return () => ((findCpuMs(pid) ?? fromCpuMs) - fromCpuMs) / (performance.now() - fromMs);
}

function readFrame(frame: Uint8Array): SeenCode {
  const atCode = toTimeCode();
  const { width, height } = format;
  return {
    code: readCode((x, y) => frame[Math.floor(y * height) * width + Math.floor(x * width)] ?? 0),
    atCode,
  };
}
