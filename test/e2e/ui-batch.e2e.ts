import { copyFile, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { callPage } from '../support/page-bridge.ts';
import { writeFaceClip } from '../service/capabilities/face-clips.ts';
import { expect, test } from './fixture.ts';
import { findFaults } from './faults.ts';
import { dropOn, type JobMedia, makeJobMedia } from './job-form.ts';
import { goTo, useSettings } from './ui-page.ts';

let media: JobMedia;
test.beforeAll(async () => {
  media = await makeJobMedia();
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

/** A file that begins like a video and exceeds every service's limit; it is sparse on the disk. */
async function makeHugeVideo(path: string): Promise<void> {
  await copyFile(media.clip, path);
  await using file = await open(path, 'r+');
  await file.truncate(1_288_490_189);
}

async function listJobs(page: Page): Promise<readonly { readonly state: string }[]> {
  return (await callPage(page, 'jobs.list', {})) as { state: string }[];
}

test('three videos and two faces dropped anywhere become jobs with one total and one button', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const clips = ['one.mp4', 'two.mp4', 'three.mp4'].map((name) => join(media.folder, name));
  for (const [index, clip] of clips.entries()) {
    await writeFaceClip(clip, { width: 320, height: 240, frames: 10 + 10 * index });
  }
  const huge = join(media.folder, 'clip.mp4');
  await makeHugeVideo(huge);
  const second = join(media.folder, 'second.jpg');
  await copyFile(media.face, second);
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await dropOn(page, page.locator('.create-screen'), [...clips, huge, media.face, second]);

  await expect(page.getByRole('alert')).toHaveText('clip.mp4 is 1.2 GB; the most is 500 MB.');
  const faces = page.getByRole('region', { name: 'Face' });
  await expect(page.getByRole('region', { name: 'Video' })).toContainText('3 videos');
  await expect(faces).toContainText('2 pictures');
  await page.getByRole('button', { name: 'I confirm this for all 2' }).click();
  const matrix = page.getByRole('region', { name: 'Jobs from these files' });
  await expect(matrix.getByRole('listitem')).toHaveCount(6);
  const submit = page.locator('.submit-line button');
  await expect(submit).toHaveText(/^Swap the face · 6 jobs · free here · about /);
  // On a form of any length the button, the price and the omitted items are in view.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  expect(await findFaults(page, 'batch')).toEqual([]);

  for (const name of ['three.mp4 × lisa.jpg', 'three.mp4 × second.jpg', 'two.mp4 × second.jpg']) {
    await matrix.getByRole('button', { name: `Leave out ${name}` }).click();
  }
  await expect(submit).toHaveText(/^Swap the face · 3 jobs · /);
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByText('3 jobs are in the queue')).toBeVisible();
  await expect
    .poll(async () => (await listJobs(page)).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(['succeeded', 'succeeded', 'succeeded']);

  // Results can be used as inputs.
  const video = page.getByRole('region', { name: 'Video' });
  await video.getByRole('button', { name: 'Results of your jobs' }).click();
  await page.getByRole('menuitem').first().click();
  await expect(video).toContainText('1 face');
});

test('settings of a form are saved under a name, and survive a restart', async ({ launch }) => {
  const { page, close } = await launch();
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  const name = 'Preview of five seconds';
  await page.getByText('5 s', { exact: true }).click();
  await page.getByRole('button', { name: 'Save these settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  const preset = page.getByRole('button', { name: /Preset/ }).first();
  await expect(preset).toContainText(name);
  await page.getByText('Whole clip', { exact: true }).click();
  await expect(preset).toContainText('Own settings');
  expect(await findFaults(page, 'preset')).toEqual([]);
  await close();

  const { page: again } = await launch();
  await goTo(again, 'create');
  await again
    .getByRole('button', { name: /Preset/ })
    .first()
    .click();
  await again.getByRole('option', { name }).click();
  await expect(again.getByRole('radio', { name: '5 s', exact: true })).toBeChecked();
});

test('a slot shows the findings about its files, and a bad file does not replace a good one', async ({
  page,
}) => {
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  const face = page.getByRole('region', { name: 'Face' });
  await dropOn(page, face.locator('.ui-drop-area'), media.face);
  await expect(face).toContainText(/1 face, \d+ px high/);
  const huge = join(media.folder, 'huge.mp4');
  await makeHugeVideo(huge);
  await dropOn(page, face.locator('.ui-drop-area'), huge);
  await expect(face.getByRole('alert')).toContainText('huge.mp4 is 1.2 GB');
  await expect(face).toContainText(/1 face, \d+ px high/);
  await dropOn(page, face.locator('.ui-drop-area'), media.clip);
  await expect(face.getByRole('alert')).toContainText('A picture is needed here.');
  await expect(face).toContainText(/1 face, \d+ px high/);

  // A picture copied from a browser is in no file.
  const copied = (await readFile(media.face)).toString('base64');
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    globalThis.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, copied);
  await expect(face).toContainText('2 pictures');
  await expect(face).toContainText(/Clipboard \w+\.png/);
});
