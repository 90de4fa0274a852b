import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { OnboardingStep } from '../../src/contract/onboarding.ts';
import { en } from '../../src/renderer/i18n/en/catalogue.ts';
import { makeFreshProfile } from '../support/launch.ts';
import { callPage } from '../support/page-bridge.ts';
import { clipAsCamera, writeCameraClip } from './camera-clip.ts';
import { expect, test } from './fixture.ts';

let folder: string;
let profileFolder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-onboarding-'));
  profileFolder = await makeFreshProfile();
});

test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
});

/** The first run at one of its steps. */
function toStep(page: Page, step: OnboardingStep): Locator {
  return page.getByRole('dialog', { name: en[`onboarding.${step}.title`] });
}

test('the first run shows a new user their camera, the speed of their computer and a result, each of them real', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const patience = { timeout: 120_000 };
  const camera = join(folder, 'camera.y4m');
  await writeCameraClip(camera, 60);
  const { page } = await launch({ profileFolder, ...clipAsCamera(camera) });
  await callPage(page, 'settings.change', { language: 'en' });

  const devices = toStep(page, 'devices');
  await devices.getByRole('button', { name: 'Start camera and microphone' }).click();
  await expect(devices.getByText('You as Maya, a drawn character')).toBeVisible(patience);
  await expect(devices.getByRole('meter', { name: 'Level' })).toHaveAttribute(
    'aria-valuetext',
    /−?\d+ dB/,
  );
  const { live } = (await callPage(page, 'settings.read', {})) as { readonly live: object };
  const own = { heightP: 480, fps: 24, hasSwappedPreview: false, hasAutoSize: true };
  await callPage(page, 'settings.change', { live: { ...live, ...own } });
  await devices.getByRole('button', { name: 'Next' }).click();

  const speed = toStep(page, 'speed');
  await expect(speed.getByText('Trying 720p at 30 fps')).toBeVisible(patience);

  await page.reload();
  // The first run continues at its last step.
  await toStep(page, 'speed').getByRole('button', { name: 'Next' }).click();
  const privacy = toStep(page, 'privacy');
  await expect(privacy).toContainText('Nothing, with the service on this computer');
  await privacy.getByRole('button', { name: 'Next' }).click();
  // A measurement that was cut short changes nothing.
  expect(await callPage(page, 'settings.read', {})).toMatchObject({
    live: own,
    onboarding: { speed: null, beforeSpeed: null, step: 'sample' },
  });
  const sample = toStep(page, 'sample');
  const result = sample.getByLabel('After');
  await expect(result.last()).toBeVisible(patience);
  await sample.getByRole('button', { name: 'Go to Live' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('#content')).toBeFocused();
  expect(await callPage(page, 'jobs.list', {})).toMatchObject([{ state: 'succeeded' }]);
  // A drawing is no person: none is listed, and no consent was given.
  expect(await callPage(page, 'persons.list', {})).toEqual([]);
});

test('the first run shows faults of camera and microphone, is skipped with Escape and reopens from the commands', async ({
  launch,
}) => {
  const { page } = await launch({ profileFolder });
  await callPage(page, 'settings.change', { language: 'en' });
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  const devices = toStep(page, 'devices');
  await devices.getByRole('button', { name: 'Start camera and microphone' }).click();
  await expect(devices).toContainText('The camera is blocked');
  await expect(devices).toContainText('The microphone is blocked');
  await expect(devices).toContainText('privacy settings of your system');
  await page.keyboard.press('Escape');
  await expect(devices).toBeHidden();
  expect(await callPage(page, 'settings.read', {})).toMatchObject({ onboarding: { isOver: true } });

  await page.locator('nav [data-screen="create"]').click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('first steps');
  await page.keyboard.press('Enter');
  await expect(devices).toBeVisible();
  await devices.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('main h1')).toHaveText('Live');
});
