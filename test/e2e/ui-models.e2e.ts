import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ListedPacks } from '../../src/contract/model-packs.ts';
import { createTinyArcface, createTinyEmap, createTinySwapper } from '../media/packs/tiny-packs.ts';
import { createTinyEncoder, createTinyRvc } from '../media/packs/tiny-rvc.ts';
import { piperConfig, createTinyKokoro, createTinyPiper } from '../media/packs/tiny-voices.ts';
import { callPage } from '../support/page-bridge.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { fillForm, type JobMedia, makeJobMedia } from './job-form.ts';
import { goTo, openSection, useSettings } from './ui-page.ts';

let media: JobMedia;
test.beforeAll(async () => {
  media = await makeJobMedia();
});
test.afterAll(() => rm(media.folder, { recursive: true, force: true }));

const rendering = 60_000;
const swapper = 'inswapper_128.onnx';

/** The app's folder of models, once its service answers. */
async function readModelFolder(page: Page): Promise<string> {
  let folder = '';
  await expect(async () => {
    folder = ((await callPage(page, 'packs.list', {})) as ListedPacks).folder;
  }).toPass();
  return folder;
}

async function choose(page: Page, what: string, option: RegExp): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name: what }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a model that was put into the folder is chosen, measured and used by a job', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await useSettings(page, { language: 'en', motion: 'reduced' });
  const folder = await readModelFolder(page);
  await openSection(page, 'models');
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('Guise downloads none.');
  await expect(panel).toContainText(folder);
  await expect(panel).toContainText('No models are in the folder');

  await mkdir(folder, { recursive: true });
  const model = createTinySwapper({ size: 128, sourceDims: [1, 512], emap: createTinyEmap() });
  await writeFile(join(folder, swapper), model);
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(panel).toContainText('InSwapper 128 needs ArcFace as well');
  await expect(panel).toContainText('not usable');

  await writeFile(join(folder, 'w600k_r50.onnx'), createTinyArcface());
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(panel).not.toContainText('not usable');
  await expect(panel).toContainText(/Licence: .*non-commercial/);
  await choose(page, 'Swaps the face', /InSwapper 128/);
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(panel).toContainText(/[\d.]+ ms a frame/, { timeout: rendering });
  await expect(panel).toContainText(/InSwapper 128: \w+, [\d.]+ ms a run/);
  expect(await findFaults(page, 'models')).toEqual([]);

  await fillForm(page, media);
  await page.getByRole('button', { name: /^Swap the face · free here/ }).click();
  const compare = page.getByRole('region', { name: 'Before and after' });
  await expect(compare).toBeVisible({ timeout: rendering });
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(page.getByText(/^Model packs on /)).toBeVisible();
  await expect(page.getByText(/InSwapper 128 \(inswapper_128\.onnx/)).toBeVisible();

  // A removed file is reported at its selection.
  await rm(join(folder, swapper));
  await openSection(page, 'models');
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(panel).toContainText('A chosen model cannot be used');
  await choose(page, 'Swaps the face', /Built-in engine/);
  await expect(panel).not.toContainText('A chosen model cannot be used');
});

test('voices in the folder are listed with missing parts, found and heard', async ({ page }) => {
  test.setTimeout(180_000);
  await useSettings(page, { language: 'en', motion: 'reduced' });
  const folder = await readModelFolder(page);
  await mkdir(join(folder, 'thorsten'), { recursive: true });
  const files: Readonly<Record<string, Uint8Array | string>> = {
    'kokoro-v1.0.onnx': createTinyKokoro(),
    'thorsten/de_DE-thorsten-medium.onnx': createTinyPiper(),
    'thorsten/de_DE-thorsten-medium.onnx.json': piperConfig(),
    'thorsten/MODEL_CARD': '* License: CC0\n',
    'anna.onnx': createTinyRvc(),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(join(folder, name), bytes);
  }
  await openSection(page, 'models');
  const panel = page.getByRole('tabpanel');
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(panel).toContainText('Licence: CC0 (says MODEL_CARD) (open)');
  await expect(panel).toContainText('Its voices are missing: put voices-v1.0.bin');
  await expect(panel).toContainText('RVC needs a content encoder of 768 numbers as well');
  await writeFile(join(folder, 'vec-768-layer-12.onnx'), createTinyEncoder());
  await expect(async () => {
    await page.getByRole('button', { name: 'Look again' }).click();
    await expect(panel).toContainText(/For (live speech and files|files only): [\d.]+ s of work/, {
      timeout: 1000,
    });
  }).toPass({ timeout: rendering });
  expect(await findFaults(page, 'voice-models')).toEqual([]);

  await goTo(page, 'voices');
  await page.getByRole('textbox', { name: 'Find a voice' }).fill('thorsten');
  const row = page.getByRole('row', { name: /Thorsten/ });
  await expect(row).toContainText('Piper medium');
  await expect(row).toContainText('German');
  await row.getByRole('button', { name: 'Listen to Thorsten' }).click();
  await expect(row.getByRole('button', { name: 'Stop Thorsten' })).toBeVisible({
    timeout: rendering,
  });
  expect(await findFaults(page, 'voices-of-models')).toEqual([]);
});
