import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { drawSeed } from '../support/random.ts';
import { readChapters } from './support/read-chapters.ts';
import { absolutePercentile, readFlashes } from './support/read-flashes.ts';
import { RecorderStage } from './support/recorder-stage.ts';

/** Longest loss by a kill. */
const maxLostMs = 2_000;

let stage: RecorderStage;
const seed = drawSeed();

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  console.info(`seed ${seed}`);
  stage = await RecorderStage.open();
  await stage.startMain();
});
afterAll(() => stage.close());

/** Between 2.5 and 6 s, by the seed. */
const momentOf = (run: number): number => 2_500 + ((seed * 7_919 + run * 104_729) % 3_500);

it.each([
  { killed: 'main', sound: true },
  { killed: 'page', sound: true },
  { killed: 'main', sound: false },
  { killed: 'page', sound: false },
])(
  'a recording whose $killed is killed loses at most two seconds, sound: $sound',
  async ({ killed, sound }) => {
    const page = await stage.openPage();
    await page.call('open', { kind: sound ? 'device' : 'none', ppm: 0 });
    await page.call('record');
    const run = ['main', 'page'].indexOf(killed) * 2 + Number(sound);
    await pause(momentOf(run));
    const marker = (await page.call('mark')) as { readonly atMs: number };
    if (killed === 'main') {
      await stage.killMain();
      await page.page.close();
    } else {
      await page.kill();
      await stage.leavePage();
      await stage.killMain();
    }
    const rescued = await stage.startMain();
    const [path = ''] = killed === 'main' ? rescued : await stage.listVideos();
    const { video, audio } = await probeMedia(path);
    expect([video?.codec, audio?.codec]).toEqual(['h264', 'aac']);
    const found = await readFlashes(path);
    expect(marker.atMs - found.videoEndMs).toBeLessThan(maxLostMs);
    expect(found.frames).toBeGreaterThan(found.videoEndMs / 50);
    expect(readChapters(await readFile(path))).toEqual([{ ...marker, title: 'Marker 1' }]);
    if (sound) {
      expect(found.lateMs.length).toBeGreaterThan(0);
      expect(absolutePercentile(found.lateMs, 0.95)).toBeLessThan(40);
    }
    await stage.removeFiles();
  },
  60_000,
);
