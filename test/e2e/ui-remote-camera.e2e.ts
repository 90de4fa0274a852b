import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { cameraViewSchema } from '../../src/contract/ipc/cameras.ts';
import { openWorld, type World } from '../contract/support/world.ts';
import { isPatchShown, sumOf } from '../devices/frame-judge.ts';
import {
  openFrameReader,
  type SeenFrames,
  findFrameReaderProblem,
} from '../devices/frame-reader.ts';
import { callPage } from '../support/page-bridge.ts';
import { openPipeWireServer, type PipeWireServer } from '../support/pipewire-server.ts';
import { cheek, clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { expect, test } from './fixture.ts';
import { listDescendants } from './processes.ts';
import { chooseCharacter, openSetUp, useService, useSettings } from './ui-page.ts';

const why = findFrameReaderProblem();
const size = { width: 854, height: 480 };
const node = 'guise-camera';

let folder = '';
let server: PipeWireServer;
let world: World;

test.beforeAll(async () => {
  test.skip(why !== null, why ?? '');
  folder = await mkdtemp(join(tmpdir(), 'guise-remote-'));
  // A magenta patch on the cheek, which a swap paints over.
  await writeCameraClip(join(folder, 'camera.y4m'), 60, cheek);
  server = await openPipeWireServer();
  world = await openWorld();
});
test.afterAll(async () => {
  await world?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Reads the camera; every frame is reduced to a sum of a few samples. `raw`: number of frames with the camera's patch.
 */
function watch(): SeenFrames & { readonly raw: () => number } {
  let raw = 0;
  const reader = openFrameReader(server, { node, ...size }, (frame) => {
    raw += isPatchShown(frame, size) ? 1 : 0;
    return sumOf(frame, size);
  });
  return { ...reader, raw: () => raw };
}

/** Frames that the process of the cameras has got so far, coded by the page; Infinity while it gets none of that kind. */
async function readReceived(page: Page): Promise<number> {
  const view = cameraViewSchema.parse(await callPage(page, 'cameras.read', {}));
  const output = view.state === 'on' ? view.output : null;
  return output?.coding === 'h264' || output?.coding === 'vp8' ? output.received : Infinity;
}

test('another program sees the frames of a service elsewhere, and the card when that ends', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const { args } = clipAsCamera(join(folder, 'camera.y4m'));
  const { app, page } = await launch({ args, env: server.env });
  await useSettings(page, {
    language: 'en',
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15, durationMinutes: 5 }),
  });
  const { secret } = await world.newAccount();
  await useService(page, {
    name: 'Studio',
    baseUrl: world.service.baseUrl,
    apiKey: secret,
  });

  await openSetUp(page);
  const tile = page.locator('.ui-card').filter({ hasText: 'Virtual camera' });
  await tile.getByRole('switch', { name: 'Show the output as a camera' }).press('Space');
  await expect(tile.getByText('ready').first()).toBeVisible({ timeout: 30_000 });
  const reader = watch();
  await expect.poll(() => reader.seen.length, { timeout: 30_000 }).toBeGreaterThan(10);
  const card = reader.seen.at(-1);

  await chooseCharacter(page);
  await openSetUp(page);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByRole('button', { name: /^Go live/ }).click();
  await expect(page.locator('.stage-word')).toHaveText(/^(Live|Held)/, { timeout: 120_000 });
  await expect(tile).toContainText('Your output', { timeout: 30_000 });
  await expect
    .poll(() => new Set(reader.seen.slice(-60)).size, { timeout: 60_000 })
    .toBeGreaterThan(20);
  expect(await readReceived(page), 'frames that the page coded').toBeLessThan(Infinity);

  // The decoding process dies: another one replaces it, and the page finds it.
  const holder = listDescendants(app.process().pid ?? 0).find(({ commandLine }) =>
    /cameras-entry|Guise camera/.test(commandLine),
  );
  expect(holder, 'the process of the cameras').toBeDefined();
  process.kill(holder!.pid, 'SIGKILL');
  reader.end();
  // The new reader starts without a frame, and soon has as many as the previous one.
  const often = { timeout: 60_000, intervals: [50] };
  await expect.poll(() => readReceived(page), often).toBe(Infinity);
  await expect.poll(() => readReceived(page), often).toBeLessThan(Infinity);
  const next = watch();
  await expect
    .poll(() => new Set(next.seen.slice(-60)).size, { timeout: 60_000 })
    .toBeGreaterThan(20);

  await page.keyboard.press('Escape');
  await expect
    .poll(() => new Set(next.seen.slice(-5)), { timeout: 30_000 })
    .toEqual(new Set([card]));
  await page.getByRole('button', { name: 'Show again' }).first().click();
  await expect
    .poll(() => new Set(next.seen.slice(-30)).size, { timeout: 60_000 })
    .toBeGreaterThan(10);

  // Only the requested bypass shows the real camera, and nothing of it after its end.
  expect([reader.raw(), next.raw()]).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Bypass', exact: true }).click();
  await page.getByRole('button', { name: 'Show my real face' }).click();
  await expect.poll(() => next.raw(), { timeout: 60_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'End bypass' }).first().click();
  await expect
    .poll(() => new Set(next.seen.slice(-5)), { timeout: 30_000 })
    .toEqual(new Set([card]));
  const raw = next.raw();
  await expect
    .poll(() => new Set(next.seen.slice(-30)).size, { timeout: 60_000 })
    .toBeGreaterThan(10);
  expect(next.raw()).toBe(raw);

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect
    .poll(() => new Set(next.seen.slice(-5)), { timeout: 30_000 })
    .toEqual(new Set([card]));
  expect(next.raw()).toBe(raw);
  next.end();
});
