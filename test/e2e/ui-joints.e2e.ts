import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { danceSize } from '../media/support/dance-material.ts';
import { writeDanceClip } from '../media/support/drawn-clip.ts';
import { drawFigure, figureJoints } from '../media/support/drawn-figure.ts';
import { openBuiltModels } from '../media/support/models.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { drop } from './job-form.ts';
import { goTo, useSettings } from './ui-page.ts';

const rendering = 90_000;

let folder = '';
let clip = '';
let drawing = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-joints-'));
  [clip, drawing] = [join(folder, 'dance.mp4'), join(folder, 'drawing.png')];
  // Minimum duration and size.
  const face = await (await openBuiltModels()).readCanonicalFace();
  await writeDanceClip(clip, face, { ...danceSize, seconds: 3, framesPerSecond: 5 });
  await writeFile(drawing, (await drawFigure({ width: 312, height: 416 })).png);
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });

/** Drags every joint to where the drawing has it. */
async function dragJoints(page: Page): Promise<void> {
  const box = (await page.locator('.joint-picture').boundingBox())!;
  for (const [name, { x, y }] of Object.entries(figureJoints)) {
    const handle = page.locator(`[data-joint="${name}"]`);
    const { x: left, y: top, width, height } = (await handle.boundingBox())!;
    await page.mouse.move(left + width / 2, top + height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 3 });
    await page.mouse.up();
  }
}

test('a drawing without a detected person moves on joints that are set by hand', async ({
  launch,
}) => {
  test.setTimeout(300_000);
  const { page, close } = await launch();
  await useSettings(page, { language: 'en', motion: 'reduced' });
  await goTo(page, 'create');
  await page.locator('label', { hasText: 'Motion control' }).click();
  await drop(page, 'Motion', clip);
  await drop(page, 'Who moves', drawing);
  const set = page.getByRole('button', { name: 'Set joints by hand' });
  await expect(set).toBeVisible({ timeout: rendering });
  await expect(page.getByRole('region', { name: 'Who moves' }).getByRole('alert')).toBeVisible();
  await shoot(page, 'nobody');

  await set.click();
  await dragJoints(page);
  const elbow = page.locator('[data-joint="leftElbow"]');
  await elbow.focus();
  const before = await elbow.getAttribute('aria-label');
  await elbow.press('Shift+ArrowRight');
  expect(await elbow.getAttribute('aria-label')).not.toBe(before);
  await elbow.press('Shift+ArrowLeft');
  expect(await elbow.getAttribute('aria-label')).toBe(before);
  expect(await findFaults(page, 'joints')).toEqual([]);
  await shoot(page, 'joints-dark');
  await useSettings(page, { theme: 'light' });
  await shoot(page, 'joints-light');
  await page.getByRole('button', { name: 'Use these joints' }).click();

  const example = page.getByAltText('The same person with an arm up: about what to expect');
  await expect(example).toBeVisible({ timeout: rendering });
  await expect(page.getByRole('button', { name: 'Adjust joints' })).toBeVisible();
  await page.getByRole('button', { name: 'I confirm this' }).click();
  await shoot(page, 'placed');
  await page.getByRole('button', { name: /^Make it move/ }).click();
  await expect(page.getByRole('region', { name: 'Before and after' })).toBeVisible({
    timeout: rendering,
  });
  await expect(page.getByText('the joints were set by hand', { exact: false })).toBeVisible();
  await expect(page.getByText('set by hand', { exact: true })).toBeVisible();
  await shoot(page, 'result');
  await close();
});
