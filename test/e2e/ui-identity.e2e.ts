import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { probeMedia } from '../../src/engine/io/video/probe.ts';
import {
  type DanceMaterial,
  danceSize,
  writeDanceMaterial,
} from '../media/support/dance-material.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { answerSaveDialog, drop } from './job-form.ts';
import { goTo, useSettings } from './ui-page.ts';

const rendering = 90_000;

let material: DanceMaterial;
test.beforeAll(async () => {
  material = await writeDanceMaterial();
});
test.afterAll(() => rm(material.folder, { recursive: true, force: true }));

async function fillForm(page: Page): Promise<void> {
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await page.locator('label', { hasText: 'Identity swap' }).click();
  await drop(page, 'Clip', material.clip);
  await drop(page, 'Who goes in', material.whole);
  // The consent is requested after the inspection of both files.
  await page.getByRole('button', { name: 'I confirm this' }).click({ timeout: rendering });
}

const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });

test('a person of a picture replaces a person in a clip', async ({ launch }) => {
  const { app, page, close } = await launch();
  await fillForm(page);
  await expect(page.getByRole('radio', { name: 'All at once' })).toBeChecked();
  await shoot(page, 'form');
  await page.getByRole('button', { name: /^Swap the person/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: rendering,
  });
  await page.getByText('Numbers', { exact: true }).click();
  await expect(page.getByText('Whole body')).toBeVisible();
  await shoot(page, 'result');
  const saved = join(material.folder, 'express.mp4');
  await answerSaveDialog(app, saved);
  await page.getByRole('button', { name: 'Save as' }).click();
  await expect(page.getByText('The result was saved')).toBeVisible();
  expect((await probeMedia(saved)).video).toMatchObject({ codec: 'h264', shown: danceSize });
  await close();
});

test('an advanced job waits at two stills, over a restart, and continues with corrections', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const first = await launch();
  await fillForm(first.page);
  await first.page.getByText('Step by step', { exact: true }).click();
  await first.page.getByRole('button', { name: /^Swap the person/ }).click();
  const heading = { name: 'Is this the right person?' };
  await expect(first.page.getByRole('heading', heading)).toBeVisible({ timeout: rendering });
  await goTo(first.page, 'history');
  await expect(first.page.getByRole('row').nth(1)).toContainText('waits for you');
  await first.close();

  const { app, page, close } = await launch();
  await goTo(page, 'create');
  await page
    .getByRole('region', { name: 'Recent jobs' })
    .getByRole('button', { name: /waits for you/ })
    .click();
  const waiting = page.getByRole('region', { name: 'waits for you' });
  await expect(waiting.getByAltText('Frame of the clip')).toBeVisible();
  await expect(waiting).toContainText('Waiting costs nothing');
  await shoot(page, 'frame');
  await waiting.getByRole('button', { name: 'Change something first' }).press('Enter');
  await waiting.getByRole('button', { name: /Format/ }).press('Enter');
  await page.getByRole('option', { name: '1:1' }).press('Enter');
  expect(await findFaults(page, 'frame')).toEqual([]);
  await shoot(page, 'corrections');
  await waiting.getByRole('button', { name: 'Place the character' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Does it look right?' })).toBeVisible({
    timeout: rendering,
  });
  await useSettings(page, { theme: 'light' });
  expect(await findFaults(page, 'placed')).toEqual([]);
  await shoot(page, 'placed');
  await waiting.getByRole('button', { name: 'Render the clip' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: rendering,
  });
  const saved = join(material.folder, 'stages.mp4');
  await answerSaveDialog(app, saved);
  await page.getByRole('button', { name: 'Save as' }).click();
  await expect(page.getByText('The result was saved')).toBeVisible();
  const { width } = danceSize;
  expect((await probeMedia(saved)).video?.shown).toEqual({ width, height: width });
  await close();
});
