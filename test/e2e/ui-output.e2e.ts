import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { closeCodes } from '../../src/contract/api/sockets.ts';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { openSwapPeer, type SwapPeer } from '../live/support/swap-peer.ts';
import { clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { expect, test } from './fixture.ts';
import { findFaults } from './faults.ts';
import { readOutput, watchOutput } from './output-watch.ts';
import { beepIntoMicrophone, measureSync, readBeeps } from './recorded-sync.ts';
import { chooseCharacter, goTo, openSetUp, useService, useSettings } from './ui-page.ts';

/** Long enough for a busy machine. */
const patience = { timeout: 60_000 };

let folder: string;
let clip: string;
let peer: SwapPeer;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-output-'));
  clip = join(folder, 'camera.y4m');
  await writeCameraClip(clip, 50);
});
test.beforeEach(async () => {
  peer = await openSwapPeer();
});
test.afterEach(() => peer.close());
test.afterAll(() => rm(folder, { recursive: true }));

const smallPicture = liveChoiceSchema.parse({ heightP: 480, fps: 15 });

/** Chooses the peer's service and a character, and starts the camera. */
async function getReady(page: Page): Promise<void> {
  await useSettings(page, { language: 'en', live: smallPicture });
  await useService(page, {
    name: 'Peer',
    baseUrl: peer.baseUrl,
    apiKey: peer.apiKey,
  });
  await chooseCharacter(page);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.locator('.stage-word')).toHaveText('Preview, nothing goes out');
}

const word = (page: Page) => page.locator('.stage-word');

test('the output hides the camera through every fault, until the user permits it', async ({
  launch,
}) => {
  test.setTimeout(240_000);
  const { page } = await launch(clipAsCamera(clip));
  await getReady(page);
  await watchOutput(page);
  const stats = setInterval(() => {
    peer.say({
      type: 'stats',
      fps: 15,
      latency_ms: 8,
      tracked: true,
      engine: 'Peer engine',
      mode: 'body',
      arms: 'moving',
      seconds_billed: 1,
      seconds_left: 590,
    });
  }, 500);
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(word(page)).toHaveText(/^(Live|Held)/, patience);
  await expect.poll(async () => (await readOutput(page)).minAlike, patience).toBeLessThan(-0.7);
  await expect(page.locator('.stream-status')).toContainText('Peer engine');
  await expect(page.getByText('The figure’s arms follow yours.')).toBeVisible();
  const metrics = page.getByRole('region', { name: 'Numbers' });
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(metrics).toContainText('$0.30 a minute');
  expect(await findFaults(page, 'live')).toEqual([]);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(metrics).toBeHidden();

  // The engine stalls: the card, a reason, and back by itself.
  peer.setFlowing(false);
  await expect(
    page.getByRole('heading', { name: 'No pictures come from the engine' }),
  ).toBeVisible();
  await expect.poll(async () => Math.abs((await readOutput(page)).newest)).toBeLessThan(0.6);
  peer.setFlowing(true);
  await expect(word(page)).toHaveText(/^(Live|Held)/, patience);

  // The panic key, also while a field has the focus.
  await page.getByLabel('Instruction').focus();
  await page.keyboard.press('Escape');
  await expect(word(page)).toHaveText('Covered');
  await expect(page.getByRole('heading', { name: 'You are covered' })).toBeVisible();
  await page.locator('.output-actions').getByRole('button', { name: 'Show again' }).click();
  await expect(word(page)).toHaveText(/^(Live|Held)/, patience);

  // The socket is cut: the video continues.
  peer.cut();
  await expect.poll(() => peer.counts().connections, patience).toBe(2);
  await expect(word(page)).toHaveText(/^(Live$|Held)/, patience);

  // The camera stops, and comes back.
  await page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.self-view video')!;
    const [track] = (video.srcObject as MediaStream).getVideoTracks();
    track!.stop();
    track!.dispatchEvent(new Event('ended'));
  });
  await expect(page.getByRole('heading', { name: 'The camera stopped' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(word(page)).toHaveText(/^(Live|Held)/, patience);
  await expect.poll(async () => (await readOutput(page)).newest, patience).toBeLessThan(-0.7);

  const before = await readOutput(page);
  expect(before.frames).toBeGreaterThan(10);
  expect(before.maxAlike).toBeLessThan(0.6);

  // Only a confirmed bypass shows the camera, with an indication.
  await page.getByRole('button', { name: 'Bypass' }).click();
  expect(await findFaults(page, 'bypass')).toEqual([]);
  await page.getByRole('button', { name: 'Stay swapped' }).click();
  expect(peer.heard.some(({ type }) => type === 'passthrough')).toBe(false);
  await page.getByRole('button', { name: 'Bypass' }).click();
  await page.getByRole('button', { name: 'Show my real face' }).click();
  await expect(word(page)).toHaveText('Bypass: your real face');
  await expect.poll(async () => (await readOutput(page)).maxAlike, patience).toBeGreaterThan(0.8);
  await page.getByRole('button', { name: 'End bypass' }).click();
  await expect(word(page)).toHaveText(/^(Live|Held)/, patience);

  clearInterval(stats);
  peer.end({ type: 'session_ended', reason: 'time_used_up' }, closeCodes.time_used_up);
  await expect(page.getByText('The time is used up')).toBeVisible();
  await expect(word(page)).toHaveText('Preview, nothing goes out');
});

test('every screen shows the output, covers and ends; Esc closes open layers first', async ({
  launch,
}) => {
  test.slow();
  const { page } = await launch(clipAsCamera(clip));
  await getReady(page);
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(word(page)).toHaveText(/^Live/, patience);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Numbers' })).toBeHidden();
  await expect(word(page)).toHaveText(/^Live/);
  await page.keyboard.press('Escape');
  await expect(word(page)).toHaveText('Covered');

  await goTo(page, 'history');
  const bar = page.getByRole('contentinfo');
  await expect(bar).toContainText('Covered');
  await bar.getByRole('button', { name: 'Show again' }).click();
  await expect(bar).toContainText(/Live/);
  await page.keyboard.press('F9');
  await expect(bar).toContainText('Covered');
  await bar.getByRole('button', { name: 'Show again' }).click();
  await expect(bar).toContainText(/Live/);

  // The real face is on air: every screen indicates it too, with the control that ends it.
  await goTo(page, 'live');
  await page.getByRole('button', { name: 'Bypass', exact: true }).click();
  await page.getByRole('button', { name: 'Show my real face' }).click();
  await goTo(page, 'history');
  await expect(bar).toContainText('Bypass: your real face');
  await bar.getByRole('button', { name: 'Cover' }).click();
  await expect(bar).toContainText('Covered');
  await goTo(page, 'live');
  await page.locator('[data-action="cover"]').click();
  await page.getByRole('button', { name: 'End bypass' }).click();
  await expect(word(page)).toHaveText(/^Live/, patience);

  // Another key covers from now on; the pressed keys of the choice have no other effect.
  await goTo(page, 'settings');
  await page.getByRole('tab', { name: 'Shortcuts' }).click();
  const recorder = page.getByRole('textbox', { name: 'Change the shortcut for Cover' });
  const change = page.getByRole('button', { name: 'Change the shortcut for Cover' });
  await change.click();
  await page.keyboard.press('Escape');
  await expect(recorder).toBeHidden();
  await change.click();
  await page.keyboard.press('F9');
  await expect(recorder).toBeHidden();
  await change.click();
  await page.keyboard.press('F10');
  await expect(change).toContainText('F10');
  await page.keyboard.press('F9');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await expect(bar).toContainText(/Live/);
  await page.keyboard.press('F10');
  await expect(bar).toContainText('Covered');
  await goTo(page, 'live');
  await openSetUp(page);
  await expect(page.getByText(/^F10 covers you at once/)).toBeVisible();
  await goTo(page, 'history');
  await bar.getByRole('button', { name: 'Show again' }).click();
  await bar.getByRole('button', { name: 'End' }).click();
  await expect(bar.getByRole('button', { name: 'End' })).toBeHidden();
});

test('a recording has the audio of the output, in sync with its video', async ({ launch }) => {
  test.slow();
  const { page } = await launch(clipAsCamera(clip));
  await getReady(page);
  await beepIntoMicrophone(page);
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(word(page)).toHaveText(/^Live/, patience);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await page.getByRole('switch', { name: 'Measure the whole way' }).press('Space');
  await page.keyboard.press('Escape'); // Closes only the statistics.
  await expect(page.getByRole('region', { name: 'Numbers' })).toBeHidden();
  await expect(word(page)).toHaveText(/^Live/);
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText(/^0:(0[8-9]|1\d) recorded$/)).toBeVisible({ timeout: 30_000 });
  await page.locator('.output-actions').getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByText('without sound: muted')).toBeVisible();
  const beeps = await readBeeps(page);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const saved = page.locator('.ui-toast').filter({ hasText: 'The recording was saved' });
  const path = ((await saved.locator('.ui-toast-path').textContent()) ?? '').trim();
  const { audio } = await probeMedia(path);
  expect(audio).toMatchObject({ codec: 'aac' });
  // The microphone was opened for the recording alone.
  await expect(page.getByRole('contentinfo')).not.toContainText('Microphone on');
  const sync = await measureSync(path, beeps);
  expect(sync.frames).toBeGreaterThan(30);
  expect(sync.beeps).toBeGreaterThan(4);
  // Within 40 ms on an idle machine; this limit shows that audio and video belong together.
  expect(Math.abs(sync.soundLateMs)).toBeLessThan(200);
});

test('a refusal of the service is shown instead of the session', async ({ launch }) => {
  const { page } = await launch(clipAsCamera(clip));
  await getReady(page);
  peer.refuse(402, 'insufficient_credits');
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByText('The balance is too low')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
  peer.refuse(null);
  peer.refuseImage();
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByText('No face was found')).toBeVisible(patience);
});
