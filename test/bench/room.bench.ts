import { dispose } from '@livekit/rtc-node';
import { type BrowserHost, openBrowserHost } from '../live/support/browser-client.ts';
import { joinFromNode } from '../live/support/node-client.ts';
import { atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { sendBack, takeDelays } from './room-echo.ts';
import { openRoomProcess, type RoomCost, type RoomProcess } from './room-process.ts';
import { percentile } from './statistics.ts';

const measuring = { warmUpMs: 6_000, measureMs: 15_000 };
const framesPerSecond = 30;
const cases = [
  { name: '480p VP8', width: 854, height: 480, maxBitrate: 1_500_000, codec: 'vp8' },
  { name: '720p VP8', width: 1280, height: 720, maxBitrate: 2_500_000, codec: 'vp8' },
  { name: '720p H264', width: 1280, height: 720, maxBitrate: 2_500_000, codec: 'h264' },
] as const;

/**
 * A page sends a video that carries its time, and a Node client sends it back unchanged, both through the room: delay
 * from drawing to display. The reference is the same video through two connections of one page.
 */
export const measurement: Measurement = {
  title: 'Picture through the room and back, with what the room adds and costs',
  needsApp: false,
  run: async ({ note }) => {
    const room = await openRoomProcess();
    const browser = await openBrowserHost();
    try {
      const metrics: Metric[] = [];
      for (const shape of cases) {
        note(`${shape.name}, within the page`);
        const loop = await measureLoop(browser, shape);
        note(`${shape.name}, through the room`);
        metrics.push(...(await measureRoom({ room, browser, shape, loop })));
      }
      return metrics;
    } finally {
      await browser.close();
      await room.close();
      await dispose();
    }
  },
};

async function measureLoop(
  browser: BrowserHost,
  shape: (typeof cases)[number],
): Promise<readonly number[]> {
  const page = await browser.open('current');
  try {
    await page.call('loopTimed', { ...shape, framesPerSecond });
    return (await takeDelays(page, measuring)).delaysMs;
  } finally {
    await page.close();
  }
}

async function measureRoom(parts: {
  readonly room: RoomProcess;
  readonly browser: BrowserHost;
  readonly shape: (typeof cases)[number];
  readonly loop: readonly number[];
}): Promise<Metric[]> {
  const { room, browser, shape, loop } = parts;
  const { target } = room;
  const echo = await joinFromNode(target, 'echo', shape.name, { isWatching: false });
  sendBack(echo);
  const page = await browser.join('current', target, { identity: 'page', room: shape.name });
  try {
    await page.call('publishTimed', { ...shape, framesPerSecond });
    let before: RoomCost | null = null;
    const { delaysMs, unreadable } = await takeDelays(page, measuring, async () => {
      before = await room.measureCost();
    });
    const after = await room.measureCost();
    const cpuMs = after.cpuMs - (before as RoomCost | null)!.cpuMs;
    const handledMs = after.handledUs.map((timeUs) => timeUs / 1000);
    const pair = (name: string, share: number): Metric =>
      toMetric({
        name: `${shape.name}: drawn to displayed, ${name}`,
        value: percentile(delaysMs, share),
        unit: 'ms',
        reference: percentile(loop, share),
      });
    return [
      pair('p50', 0.5),
      pair('p95', 0.95),
      toMetric({
        name: `${shape.name}: frames back`,
        value: (delaysMs.length / measuring.measureMs) * 1000,
        unit: 'frames/s',
        reference: (loop.length / measuring.measureMs) * 1000,
      }),
      toMetric({ name: `${shape.name}: unreadable`, value: unreadable, unit: 'frames' }),
      toMetric({
        name: `${shape.name}: in the room, p50`,
        value: percentile(handledMs, 0.5),
        unit: 'ms',
        bar: atMost(0.5),
      }),
      toMetric({
        name: `${shape.name}: in the room, p95`,
        value: percentile(handledMs, 0.95),
        unit: 'ms',
        bar: atMost(2),
      }),
      toMetric({
        name: `${shape.name}: processor of the room per way`,
        value: (cpuMs / measuring.measureMs / 2) * 100,
        unit: '% of a core',
        bar: atMost(8),
      }),
    ];
  } finally {
    await page.close();
    await echo.close();
  }
}
