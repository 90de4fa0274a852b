import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInChoice, type ListedPacks } from '../../src/contract/model-packs.ts';
import { putFiles, createTinyDiffusion } from '../media/packs/tiny-diffusion.ts';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';
import { drop, type JobMedia, makeJobMedia } from './job-form.ts';
import { goTo, openSection, useSettings } from './ui-page.ts';

let media: JobMedia;
test.beforeAll(async () => {
  media = await makeJobMedia();
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

test('instructions without a step are passed to a model of the user, with its measured time', async ({
  launch,
}) => {
  const { page, close } = await launch();
  await useSettings(page, { motion: 'reduced' });
  await goTo(page, 'create');
  // The form comes once the service runs.
  await page.locator('label', { hasText: 'Change a picture in words' }).waitFor();
  const { folder } = (await callPage(page, 'packs.list', {})) as ListedPacks;
  const scheduler = { _class_name: 'EulerDiscreteScheduler', timestep_spacing: 'trailing' };
  await putFiles(join(folder, 'tiny'), createTinyDiffusion({ scheduler }));
  await useSettings(page, {
    packs: { ...builtInChoice, diffusion: 'tiny/unet/model.onnx' },
  });
  await openSection(page, 'models');
  await page.getByText('Finds people').first().scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('choice-dark.png') });
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByText(/ a picture$/)).toBeVisible({ timeout: 60_000 });
  await page.screenshot({ path: test.info().outputPath('measured-dark.png') });

  await goTo(page, 'create');
  await page.locator('label', { hasText: 'Change a picture in words' }).click();
  await drop(page, 'Pictures', media.face);
  await page
    .getByRole('textbox', { name: 'What should change?' })
    .fill('warmer, and put a hat on her head');
  await expect(page.getByRole('heading', { name: 'Left to your model' })).toBeVisible();
  await expect(
    page.getByText(/^This model takes about .* a picture on this computer/),
  ).toBeVisible();
  await page.getByRole('heading', { name: 'Left to your model' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('left-dark.png') });
  await useSettings(page, { theme: 'light' });
  await page.screenshot({ path: test.info().outputPath('left-light.png') });
  await page.getByRole('button', { name: /^Change the picture/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: 60_000,
  });
  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Left to your model' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('numbers-light.png'), fullPage: true });
  await close();
});
