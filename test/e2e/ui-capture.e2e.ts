import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type LiveChoice, liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { openSwapPeer, type SwapPeer } from '../live/support/swap-peer.ts';
import { readChapters } from '../recording/support/read-chapters.ts';
import { clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { chooseCharacter, useService, useSettings } from './ui-page.ts';

/** Long enough for a busy machine. */
const patience = { timeout: 60_000 };

let folder: string;
let clip: string;
let peer: SwapPeer;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-capture-'));
  clip = join(folder, 'camera.y4m');
  await writeCameraClip(clip, 50);
  peer = await openSwapPeer();
});
test.afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true });
});

/** Goes live at the peer's service. */
async function goLive(page: Page, choice: Partial<LiveChoice>): Promise<void> {
  const live = liveChoiceSchema.parse({ heightP: 480, fps: 15, ...choice });
  await useSettings(page, { language: 'en', live });
  await useService(page, {
    name: 'Peer',
    baseUrl: peer.baseUrl,
    apiKey: peer.apiKey,
  });
  await chooseCharacter(page);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.locator('.stage-word')).toHaveText(/^(Live|Held)/, patience);
}

/** Reads the path of the file from a toast and closes the toast. */
async function readPath(page: Page, title: string): Promise<{ path: string; text: string }> {
  const toast = page.locator('.ui-toast').filter({ hasText: title });
  const path = ((await toast.locator('.ui-toast-path').textContent(patience)) ?? '').trim();
  const text = (await toast.textContent()) ?? '';
  await toast.getByRole('button', { name: 'Close' }).click();
  return { path, text };
}

test('one key saves the last seconds, and another marks a time of a recording', async ({
  launch,
}) => {
  test.setTimeout(240_000);
  const { page } = await launch(clipAsCamera(clip));
  await goLive(page, { replaySeconds: 15 });
  const actions = page.locator('.output-actions');
  await expect(
    actions.getByRole('button', { name: 'Save the last 15 seconds (F4)' }),
  ).toBeEnabled();
  await expect(actions.getByRole('button', { name: 'Set a marker (F2)' })).toBeDisabled();

  await page.keyboard.press('Control+Shift+R');
  await expect(page.getByText(/^0:0[2-9] recorded$/)).toBeVisible(patience);
  // Keys work while text is typed.
  await page.getByRole('textbox').first().focus();
  await page.keyboard.press('F2');
  await expect(page.locator('.ui-toast').filter({ hasText: /^Marker 1 at 0:0/ })).toBeVisible();
  await actions.getByRole('button', { name: 'Set a marker' }).click();
  await expect(page.getByText('2 markers', { exact: true })).toBeVisible();
  expect(await findFaults(page, 'recording')).toEqual([]);
  await page.keyboard.press('F4');
  const replay = await readPath(page, 'The replay was saved');
  await page.keyboard.press('Control+Shift+R');
  const recording = await readPath(page, 'The recording was saved');

  expect(recording.text).toMatch(/2 markers at 0:0\d, 0:0\d: chapters/);
  const found = readChapters(await readFile(recording.path));
  expect(found.map(({ title }) => title)).toEqual(['Marker 1', 'Marker 2']);
  const list = await readFile(recording.path.replace('.mp4', '.csv'), 'utf8');
  expect(list.split('\n')).toHaveLength(3);
  const [held, whole] = [await probeMedia(replay.path), await probeMedia(recording.path)];
  expect([held.video?.codec, held.audio?.codec]).toEqual(['h264', 'aac']);
  expect(whole.durationUs).toBeGreaterThan(2_000_000);

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(actions.getByRole('button', { name: 'Save the last 15 seconds' })).toBeHidden(
    patience,
  );
  await page.keyboard.press('F4');
  await expect(page.locator('.ui-toast').filter({ hasText: 'Nothing goes out yet' })).toBeVisible();
});
