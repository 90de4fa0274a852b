import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callPage } from '../support/page-bridge.ts';
import { findFaults } from './faults.ts';
import { expect, test } from './fixture.ts';
import { openSection, useSettings } from './ui-page.ts';

const typedKey = 'typed-but-never-kept-4711';

test('the theme is dark by default', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a reload restores the screen, but not the key', async ({ page }) => {
  await useSettings(page, { language: 'en' });
  await openSection(page, 'service');
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.getByLabel('Name').fill('Half a service');
  await page.getByLabel('API key').fill(typedKey);
  await expect
    .poll(async () => JSON.stringify(await callPage(page, 'view.restore', {})))
    .toContain('Half a service');
  expect(JSON.stringify(await callPage(page, 'view.restore', {}))).not.toContain(typedKey);

  // A guarded window blocks a reload; its question is not part of this test.
  await callPage(page, 'window.guard', { reason: null });
  await page.reload();
  await expect(page.locator('main h1')).toHaveText('Settings');
  await expect(page.getByLabel('Name')).toHaveValue('Half a service');
  await expect(page.getByLabel('API key')).toHaveValue('');
  // An open form would keep the window from closing after the test.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Name')).toBeHidden();
});

test('an unsaved form asks before the window closes', async ({ app, page }) => {
  await useSettings(page, { language: 'en' });
  await openSection(page, 'service');
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.getByLabel('Name').fill('Half a service');
  const closeWindow = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const question = page.getByRole('alertdialog', { name: 'Close without saving' });

  await expect(async () => {
    await closeWindow();
    await expect(question).toBeVisible({ timeout: 2000 });
  }).toPass();
  expect(await findFaults(page, 'closing')).toEqual([]);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Name')).toHaveValue('Half a service');

  await closeWindow();
  const exit = new Promise((resolve) => void app.process().once('exit', resolve));
  await question
    .getByRole('button', { name: 'Discard and close' })
    .click()
    .catch(() => undefined);
  expect(await exit).toBe(0);
});

test('settings that cannot be read cause a message that links to their copy', async ({
  launch,
  profileFolder,
}) => {
  mkdirSync(join(profileFolder, 'Guise'), { recursive: true });
  writeFileSync(join(profileFolder, 'Guise', 'settings.json'), '{ not json');
  const { page } = await launch();
  // The toast disappears after seconds; its message is kept.
  await page.getByRole('button', { name: /^Messages/ }).click();
  const kept = page.getByRole('dialog', { name: 'Messages' });
  expect(await findFaults(page, 'messages')).toEqual([]);
  const message = kept.getByRole('article').filter({ hasText: 'The settings could not be read' });
  await message.getByRole('button', { name: 'Open Storage' }).click();
  await expect(kept).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete all: Damaged files' })).toBeEnabled();
});
