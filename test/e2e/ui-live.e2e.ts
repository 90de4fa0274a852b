import { expect, test } from './fixture.ts';
import { goTo, useSettings } from './ui-page.ts';

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
  await expect(page.getByText('Preview, nothing goes out')).toBeVisible();
  await expect(page.getByText('You, mirrored')).toBeVisible();
  await expect(page.locator('.truth').getByText(/^\d+ fps$/)).toBeVisible();

  await page.getByRole('switch', { name: 'Mirror the preview' }).press('Space');
  await expect(page.getByText('You, as others see you')).toBeVisible();
  await expect(picture).toHaveCSS('scale', 'none');

  await page.getByRole('button', { name: /Choose a camera/ }).click();
  await expect(page.getByRole('option').first()).toContainText(/\w{3}/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop camera' }).click();
  await expect(page.getByText('Your camera is off')).toBeVisible();
});

test('the level of the microphone moves and is said in words', async ({ launch }) => {
  const { page } = await launch(withDevices);
  await useSettings(page, { language: 'en' });
  await goTo(page, 'live');
  await page.getByRole('button', { name: 'Start microphone' }).click();
  const meter = page.getByRole('meter', { name: 'Level' });
  await expect(meter).toHaveAttribute('aria-valuetext', /−?\d+ dB/);
  await page.getByRole('button', { name: 'Stop microphone' }).click();
  await expect(meter).toHaveAttribute('aria-valuetext', 'off');
});

test('a camera that cannot be had says why and what to do', async ({ page }) => {
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
