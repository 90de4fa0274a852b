import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { absolutePercentile, readFlashes } from './support/read-flashes.ts';
import { readChapters } from './support/read-chapters.ts';
import { type RecorderPage, RecorderStage } from './support/recorder-stage.ts';

/** Duration of each recording; shorter ones contain too few beeps for a measurement. */
const recordMs = 7_000;

let stage: RecorderStage;
let page: RecorderPage;

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  stage = await RecorderStage.open();
  await stage.startMain();
});
afterAll(() => stage.close());

async function openPage(beeps: unknown): Promise<void> {
  page = await stage.openPage();
  await page.call('open', beeps);
}

it.each([
  { kind: 'device', ppm: -200 },
  { kind: 'context', ppm: 0 },
])(
  'a recording has its audio in sync with its video: $kind, clock $ppm ppm fast',
  async (beeps) => {
    await openPage(beeps);
    await page.call('record');
    await pause(recordMs);
    const path = await page.make('stop');
    const found = await readFlashes(path);
    expect(found.lateMs.length).toBeGreaterThan(4);
    expect(absolutePercentile(found.lateMs, 0.95)).toBeLessThan(40);
    expect(Math.abs(found.videoEndMs - found.audioEndMs)).toBeLessThan(60);
    expect(await page.call('failures')).toEqual([]);
    await page.page.close();
  },
  60_000,
);

it('saves the last seconds while a recording runs, without effect on it', async () => {
  await openPage({ kind: 'device', ppm: 0 });
  await page.call('hold', 15);
  await pause(3_000);
  await page.call('record');
  await pause(3_000);
  await page.call('mark');
  const replay = await page.make('saveReplay');
  await pause(2_000);
  await page.call('mark');
  const again = await page.make('saveReplay');
  const recording = await page.make('stop');
  expect(await page.call('failures')).toEqual([]);
  expect(await page.listUnclosed()).toEqual([]);

  const [held, later, whole] = [
    await readFlashes(replay),
    await readFlashes(again),
    await readFlashes(recording),
  ];
  // The replay contains the time before the recording and continues after it.
  expect(held.videoEndMs).toBeGreaterThan(5_000);
  expect(later.videoEndMs).toBeGreaterThan(held.videoEndMs + 1_500);
  expect(whole.videoEndMs).toBeGreaterThan(4_500);
  expect(whole.videoEndMs).toBeLessThan(later.videoEndMs - 1_500);
  for (const { lateMs, flashesMs, frames, videoEndMs } of [held, later, whole]) {
    expect(flashesMs.length).toBeGreaterThan(2);
    expect(absolutePercentile(lateMs, 0.95)).toBeLessThan(40);
    expect(frames / (videoEndMs / 1000)).toBeGreaterThan(20);
  }
  expect((await probeMedia(replay)).audio).toMatchObject({ codec: 'aac' });

  const chapters = readChapters(await readFile(recording));
  expect(chapters.map(({ title }) => title)).toEqual(['Marker 1', 'Marker 2']);
  const [first, second] = chapters.map(({ atMs }) => atMs);
  expect(first).toBeGreaterThan(2_000);
  expect(second).toBeLessThan(whole.videoEndMs);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(1_900);
  const list = await readFile(recording.replace('.mp4', '.csv'), 'utf8');
  expect(list).toMatch(/^\d+\.\d{3},,"Marker 1"\n\d+\.\d{3},,"Marker 2"\n$/);
  expect(readChapters(await readFile(replay))).toEqual([]);
  await page.page.close();
});

it('buffers at most about the requested duration', async () => {
  await openPage({ kind: 'device', ppm: 0 });
  await page.call('hold', 2);
  await pause(8_000);
  const { videoEndMs, lateMs } = await readFlashes(await page.make('saveReplay'));
  expect(videoEndMs).toBeGreaterThan(1_950);
  expect(videoEndMs).toBeLessThan(3_500);
  expect(absolutePercentile(lateMs, 0.95)).toBeLessThan(40);
  await page.call('hold', 0);
  await expect(page.call('saveReplay')).rejects.toThrow(/No replay is held/);
  await page.page.close();
});

it('a recording that cannot continue reports why, keeps its content, and lets the next one begin', async () => {
  await stage.removeFiles();
  await openPage({ kind: 'device', ppm: 0 });
  // The app logs the page's reports.
  const reported = page.page.waitForEvent('pageerror');
  await page.call('record');
  await pause(3_000);
  await page.page.workers()[0]?.evaluate(() => {
    Reflect.set(globalThis, 'VideoFrame', function refuse() {
      throw new RangeError('No frame is left.');
    });
  });
  const { message } = await reported;
  expect(message).toBe('The thread that records failed: RangeError: No frame is left.');
  await expect.poll(() => page.call('failures')).toHaveLength(1);
  const [kept = ''] = await stage.listVideos();
  expect((await readFlashes(kept)).videoEndMs).toBeGreaterThan(1_500);

  await page.call('record');
  await pause(1_500);
  expect((await readFlashes(await page.make('stop'))).frames).toBeGreaterThan(10);
  await page.page.close();
});

it('a snapshot of an output without a frame is refused, and releases the output', async () => {
  const page = await stage.openPage();
  expect(await page.call('look')).toEqual({
    code: 'not_found',
    details: { reason: 'nothing_goes_out' },
    holds: [false],
  });
  await page.call('open', { kind: 'none', ppm: 0 });
  expect(await page.call('look')).toEqual({ videoWidth: 320, holds: [true] });
  await page.page.close();
});
