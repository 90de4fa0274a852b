import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import { liveChoiceSchema } from '../../src/contract/live-choice.ts';
import { en } from '../../src/renderer/i18n/en/catalogue.ts';
import { callPage } from '../support/page-bridge.ts';
import { decodeClip, talkingHead } from '../media/support/decode-clip.ts';
import { monaLisa } from '../media/support/stills.ts';
import { clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { findCutText } from './cut-text.ts';
import { compareFaces } from './face-likeness.ts';
import { expect, test } from './fixture.ts';
import { chooseCharacter, goTo, openSetUp, useSettings } from './ui-page.ts';

const withDevices = {
  args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};

test('the camera is chosen by name and shown mirrored, for the user alone', async ({ launch }) => {
  const { page } = await launch(withDevices);
  await useSettings(page, { language: 'en' });
  await goTo(page, 'live');
  await page.getByRole('button', { name: 'Start camera' }).click();
  const picture = page.getByLabel('Camera preview');
  await expect
    .poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await expect(page.locator('.stage-word')).toHaveText('Preview, nothing goes out');
  await expect(page.getByText('You, mirrored')).toBeVisible();
  await expect(page.locator('.stream-status').getByText(/^\d+ fps$/)).toBeVisible();

  await openSetUp(page);
  await page.getByRole('switch', { name: 'Mirror the preview' }).press('Space');
  await expect(page.getByText('You, as others see you')).toBeVisible();
  await expect(picture).toHaveCSS('scale', 'none');

  await page.getByRole('button', { name: /Choose a camera/ }).click();
  await expect(page.getByRole('option').first()).toContainText(/\w{3}/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop camera' }).click();
  await expect(page.getByText('Your camera is off')).toBeVisible();
});

test('the chosen camera is used again after a restart, and another one when it is missing', async ({
  launch,
}) => {
  test.slow();
  const twoCameras = {
    args: ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream'],
  };
  const first = await launch(twoCameras);
  await useSettings(first.page, { language: 'en' });
  await first.page.getByRole('button', { name: 'Start camera' }).click();
  await openSetUp(first.page);
  await first.page.getByRole('button', { name: /Choose a camera/ }).click();
  await first.page.getByRole('option').nth(1).click();
  const secondCamera = first.page.locator('.stream-status').getByText('fake_device_1');
  await expect(secondCamera).toBeVisible();
  await expect
    .poll(() => callPage(first.page, 'settings.read', {}))
    .toMatchObject({ cameraId: expect.stringMatching(/./) });
  await first.close();

  const second = await launch(twoCameras);
  await second.page.getByRole('button', { name: 'Start camera' }).click();
  await expect(second.page.locator('.stream-status').getByText('fake_device_1')).toBeVisible();
  await openSetUp(second.page);
  await expect(second.page.getByText(en['live.stand_in_camera'])).toBeHidden();
  await callPage(second.page, 'settings.change', { cameraId: 'unplugged' });
  await second.close();

  const third = await launch(twoCameras);
  await third.page.getByRole('button', { name: 'Start camera' }).click();
  await expect(third.page.locator('.stream-status').getByText('fake_device_0')).toBeVisible();
  await openSetUp(third.page);
  await expect(third.page.getByText(en['live.stand_in_camera'])).toBeVisible();
});

test('the video fills the available space, in a small window and a large one', async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const stage = await page.locator('.stage').boundingBox();
    const main = await page.locator('main').boundingBox();
    const side = await page.locator('.live-side').boundingBox();
    if (stage === null || main === null || side === null) {
      throw new Error('The live screen is not drawn.');
    }
    expect(stage.width / stage.height).toBeCloseTo(16 / 9, 1);
    expect(stage.x + stage.width).toBeLessThan(side.x);
    expect(stage.width + side.width).toBeGreaterThan(main.width - 64);
    expect(await page.locator('main').evaluate((el) => el.scrollHeight - el.clientHeight)).toBe(0);
  }
});

test('the level of the microphone moves and is described in words', async ({ launch }) => {
  const { page } = await launch(withDevices);
  await useSettings(page, { language: 'en' });
  await goTo(page, 'live');
  await openSetUp(page);
  await page.getByRole('button', { name: 'Start microphone' }).click();
  const meter = page.getByRole('meter', { name: 'Level' });
  await expect(meter).toHaveAttribute('aria-valuetext', /−?\d+ dB/);
  await page.getByRole('button', { name: 'Stop microphone' }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', 'off');
});

test('a camera that cannot be opened shows the reason and advice', async ({ page }) => {
  await useSettings(page, { language: 'en' });
  await goTo(page, 'live');
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.getByRole('heading', { name: 'The camera is blocked' })).toBeVisible();
  await expect(page.locator('main')).toContainText('privacy settings of your system');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a session with the engine of this computer shows the character, is recorded and ends @recorded', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'guise-live-'));
  const camera = join(folder, 'camera.y4m');
  await writeCameraClip(camera, 60);
  const { page, close } = await launch(clipAsCamera(camera));
  await useSettings(page, {
    language: 'en',
    live: liveChoiceSchema.parse({ heightP: 480, fps: 15 }),
  });
  await chooseCharacter(page);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await expect(page.getByText('This computer: running')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go live' }).click();

  // The models are loaded first, which takes longer on a busy machine.
  const word = page.locator('.stage-word');
  await expect(word).toHaveText(/^(Live|Held)/, { timeout: 120_000 });
  await expect(page.locator('.stream-status')).toContainText('Mesh engine');
  await expect(page.locator('.stream-status')).toContainText(/about \d+ ms behind/, {
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.getByRole('region', { name: 'Numbers' })).toContainText('free here');
  await page.getByRole('button', { name: 'Numbers' }).click();

  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText(/^0:0[4-9] recorded$/)).toBeVisible({ timeout: 30_000 });
  // The card stands in while a busy machine is late: the recording has to contain the character.
  await expect(word).toHaveText(/^Live/, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop recording' }).click();
  const saved = page.locator('.ui-toast').filter({ hasText: 'The recording was saved' });
  const path = (await saved.locator('.ui-toast-path').textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(word).toHaveText('Covered');
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(word).toHaveText('Preview, nothing goes out');

  const { video, audio } = await probeMedia(path.trim());
  expect(video).toMatchObject({ codec: 'h264', shown: { width: 400, height: 300 } });
  expect(audio).toMatchObject({ codec: 'aac', sampleRateHz: 48_000 });
  const still = join(folder, 'still.png');
  for await (const { frame } of decodeClip(talkingHead)) {
    const { width, height } = frame;
    await writeFile(
      still,
      await sharp(frame.y, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer(),
    );
    break;
  }
  const differences = await compareFaces(path.trim(), { like: monaLisa, unlike: still });
  expect(differences.length).toBeGreaterThan(0);
  expect(Math.min(...differences)).toBeGreaterThan(0);
  await close();
  await rm(folder, { recursive: true });
});

test('an output that other programs cannot have leads to what is missing', async ({
  launch,
  profileFolder,
}) => {
  // A folder without a sound or video server.
  const { page } = await launch({
    env: { XDG_RUNTIME_DIR: profileFolder, PULSE_SERVER: `unix:${profileFolder}/none` },
  });
  await page.setViewportSize({ width: 960, height: 600 });
  await useSettings(page, { language: 'de', motion: 'reduced' });
  const outputs = page.getByRole('region', { name: 'Ausgänge' });
  await outputs.getByRole('switch', { name: 'Virtuelles Mikrofon' }).press('Space');
  await expect(outputs.getByText('geht nicht')).toBeVisible();
  expect(await findCutText(page, 'outputs')).toEqual([]);
  await outputs.getByRole('button', { name: 'Grund zeigen' }).press('Enter');
  const tile = page.getByRole('region', { name: 'Virtuelles Mikrofon' });
  await expect(tile.getByRole('switch')).toBeFocused();
  await expect(tile.locator('.ui-note')).toBeInViewport();
});
