import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { sumOf } from '../devices/frame-judge.ts';
import {
  openFrameReader,
  type SeenFrames,
  findFrameReaderProblem,
} from '../devices/frame-reader.ts';
import { openPipeWireServer, type PipeWireServer } from '../support/pipewire-server.ts';
import { monaLisa } from '../media/support/stills.ts';
import { clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { expect, test } from './fixture.ts';
import { listDescendants } from './processes.ts';
import { chooseCharacter, openSetUp, useSettings } from './ui-page.ts';

const why = findFrameReaderProblem();
const size = { width: 854, height: 480 };
const node = 'guise-camera';

let folder = '';
let server: PipeWireServer;

test.beforeAll(async () => {
  test.skip(why !== null, why ?? '');
  folder = await mkdtemp(join(tmpdir(), 'guise-camera-'));
  await writeCameraClip(join(folder, 'camera.y4m'), 60);
  server = await openPipeWireServer();
});
test.afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Reads the camera; every frame is reduced to a sum of a few samples, which differs between any two frames. */
function watch(): SeenFrames & { readonly last: () => Uint8Array } {
  let last = new Uint8Array();
  const reader = openFrameReader(server, { node, ...size }, (frame) => {
    last = frame.slice();
    return sumOf(frame, size);
  });
  return { ...reader, last: () => last };
}

test('another program sees the live swap as a camera, and the card before and after', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const { args } = clipAsCamera(join(folder, 'camera.y4m'));
  const { app, page } = await launch({ args, env: server.env });
  await useSettings(page, {
    language: 'en',
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15 }),
  });
  await openSetUp(page);
  const tile = page.locator('.ui-card').filter({ hasText: 'Virtual camera' });
  await tile.getByRole('switch', { name: 'Show the output as a camera' }).press('Space');
  await expect(tile.getByText('ready').first()).toBeVisible({ timeout: 30_000 });
  await expect(tile).toContainText('Cover card, until you are live');

  // Copying works without a permission of the page.
  const source = tile.getByRole('switch', { name: 'Browser source' });
  await source.press('Space');
  await tile.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
  await source.press('Space');

  const reader = watch();
  await expect.poll(() => reader.seen.length, { timeout: 30_000 }).toBeGreaterThan(10);
  await expect(tile.getByText('in use').first()).toBeVisible();

  // A card of the user replaces that of the app at once.
  const usual = reader.seen.at(-1);
  await page.locator('[data-purpose="cover"]').setInputFiles(monaLisa);
  await expect.poll(() => reader.seen.at(-1)).not.toBe(usual);
  const card = reader.seen.at(-1);
  const since = reader.seen.length;

  await chooseCharacter(page);
  await openSetUp(page);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.getByText('This computer: running')).toBeVisible({ timeout: 60_000 });

  // The user alone sees their character until they go live.
  const preview = page.locator('#preview');
  await expect(preview).toBeVisible({ timeout: 120_000 });
  await expect
    .poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1);
  await expect(page.locator('.stage-word')).toHaveText('Preview, nothing goes out');
  await expect(page.locator('.stream-status').getByText(/^\d+ fps$/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('preview.png') });
  expect(new Set(reader.seen.slice(since))).toEqual(new Set([card]));
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.locator('.stage-word')).toHaveText(/^(Live|Held)/, { timeout: 120_000 });
  await expect(tile).toContainText('Your output', { timeout: 30_000 });
  await expect
    .poll(() => new Set(reader.seen.slice(-60)).size, { timeout: 30_000 })
    .toBeGreaterThan(20);
  await keep('live', reader.last());
  await page.screenshot({ path: test.info().outputPath('live.png') });

  // The worker dies: the card is shown until another worker swaps.
  const from = reader.seen.length;
  const worker = listDescendants(app.process().pid ?? 0).find(({ commandLine }) =>
    commandLine.includes('live-worker-entry'),
  );
  if (worker === undefined) {
    throw new Error('No live worker runs.');
  }
  process.kill(worker.pid, 'SIGKILL');
  await expect.poll(() => reader.seen.slice(from), { timeout: 30_000 }).toContain(card);
  await expect
    .poll(() => new Set(reader.seen.slice(-30)).size, { timeout: 120_000 })
    .toBeGreaterThan(10);

  await page.keyboard.press('Escape');
  await expect.poll(() => new Set(reader.seen.slice(-5)).size, { timeout: 30_000 }).toBe(1);
  expect(reader.seen.at(-1)).toBe(card);
  await page.getByRole('button', { name: 'End' }).click();
  await expect(tile).toContainText('Cover card', { timeout: 30_000 });
  const ended = reader.seen.length;
  await expect(preview).toBeVisible();
  await expect
    .poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1);
  expect(new Set(reader.seen.slice(ended))).toEqual(new Set([card]));
  reader.end();
});

async function keep(name: string, frame: Uint8Array): Promise<void> {
  const luma = Buffer.from(frame.subarray(0, size.width * size.height));
  const raw = { width: size.width, height: size.height, channels: 1 as const };
  await writeFile(
    test.info().outputPath(`${name}.camera.png`),
    await sharp(luma, { raw }).png().toBuffer(),
  );
}
