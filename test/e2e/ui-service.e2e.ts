import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProfileList } from '../../src/contract/profiles.ts';
import { en } from '../../src/renderer/i18n/en/catalogue.ts';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';
import { isEmbeddedService, listDescendants } from './processes.ts';
import { goTo, openSection, useSettings } from './ui-page.ts';

const running = 'This computer: running';

/** Records every text of the status bar from now on, including brief ones. */
async function recordStatus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const footer = document.querySelector('footer');
    const seen: string[] = [];
    Reflect.set(window, 'seenStatus', seen);
    new MutationObserver(() => seen.push(footer?.textContent ?? '')).observe(footer!, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenStatus') as string[]);
}

test('the service of this computer runs and describes itself', async ({ page }) => {
  await useSettings(page, { language: 'en' });
  await expect(page.locator('footer')).toContainText(running);
  await goTo(page, 'account');
  const account = page.locator('main');
  await expect(account).toContainText('on this computer, as often as you like');
  await expect(account).toContainText('Jobs at once');
  await expect(account).not.toContainText('Balance');
  await expect(account).not.toContainText('$');

  await openSection(page, 'service');
  await expect(page.getByRole('tabpanel')).toContainText('running');
  await expect(page.getByRole('tabpanel')).toContainText(/http:\/\/127\.0\.0\.1:\d+\/api\/v1/);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('start service');
  await expect(page.getByRole('option').first()).toContainText(en['commands.missing.service_runs']);
});

test('the missing protection of keys is a warning from the first key on', async ({ page }) => {
  await useSettings(page, { language: 'en' });
  await openSection(page, 'service');
  const section = page.getByRole('tabpanel');
  await expect(section).toContainText('on this computer only');
  await expect(section).not.toContainText(en['service.protection.file.title']);
  const service = {
    name: 'Studio',
    baseUrl: 'http://127.0.0.1:9/api/v1',
    apiKey: 'guise_key_12345678',
  };
  const { protection } = (await callPage(page, 'profiles.add', service)) as ProfileList;
  await expect(section).toContainText(
    protection.kind === 'file'
      ? en['service.protection.file.title']
      : `protected by the system (${protection.backend})`,
  );
});

test('a killed service is shown as such and comes back by itself', async ({ app, page }) => {
  test.skip(process.platform !== 'linux', 'Finds the process through /proc.');
  await useSettings(page, { language: 'en' });
  await expect(page.locator('footer')).toContainText(running);
  const readStatus = await recordStatus(page);
  const find = () => listDescendants(app.process().pid ?? 0).filter(isEmbeddedService);
  const [service, ...others] = find();
  expect(others).toEqual([]);
  process.kill(service!.pid, 'SIGKILL');

  await expect(page.getByText(en['embedded.back.title'])).toBeVisible();
  await expect(page.locator('footer')).toContainText(running);
  expect((await readStatus()).some((text) => text.includes('This computer: starting'))).toBe(true);
  expect(find().map(({ pid }) => pid)).not.toContain(service!.pid);
  await goTo(page, 'account');
  await expect(page.locator('main')).toContainText('Jobs at once');
});

test('a service that cannot start shows the reason and starts at the next request', async ({
  launch,
  profileFolder,
}) => {
  const folder = join(profileFolder, 'Guise');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service'), 'a file where the data folder has to be');
  const { page } = await launch();
  await useSettings(page, { language: 'en' });
  const footer = page.locator('footer');
  await expect(footer).toContainText('This computer: not running');
  const toast = page.locator('.ui-toast').filter({ hasText: en['embedded.failed.title'] });
  await expect(toast).toBeVisible();
  for (const screen of ['create', 'account'] as const) {
    await goTo(page, screen);
    const note = page.locator('main output').filter({ hasText: en['embedded.failed.title'] });
    await expect(note.getByRole('button', { name: 'Start again' })).toBeVisible();
  }

  const readStatus = await recordStatus(page);
  await footer.getByRole('button', { name: 'Start again' }).click();
  await expect.poll(async () => (await readStatus()).join('\n')).toMatch(/starting[^]*not running/);
  rmSync(join(folder, 'service'));
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('start service');
  await expect(page.getByRole('option')).toHaveText([/^Start the service again/]);
  await page.keyboard.press('Enter');
  await expect(footer).toContainText(running);
  await expect(toast).toBeHidden();
  await expect(page.getByText(en['embedded.back.title'])).toBeVisible();
  await expect(footer.getByRole('button', { name: 'Start again' })).toBeHidden();
});

test('a damaged database is named, and its last copy is brought back', async ({
  launch,
  profileFolder,
}) => {
  const service = join(profileFolder, 'Guise', 'service');
  const first = await launch();
  await useSettings(first.page, { language: 'en' });
  await expect(first.page.locator('footer')).toContainText(running);
  await first.app.close();
  mkdirSync(join(service, 'backups'), { recursive: true });
  copyFileSync(join(service, 'guise.db'), join(service, 'backups', `guise-daily-${Date.now()}.db`));
  writeFileSync(join(service, 'guise.db'), 'no database '.repeat(1000));

  const { page } = await launch();
  await goTo(page, 'account');
  const note = page.locator('main output').filter({ hasText: en['embedded.failed.damaged'] });
  await expect(note.getByRole('button', { name: 'Start with an empty history' })).toBeVisible();
  await note.getByRole('button', { name: /^Restore backup from / }).click();
  await expect(page.locator('footer')).toContainText(running);
  await expect(note).toBeHidden();
});

test('the app ends although its service hangs', async ({ app, page }) => {
  test.skip(process.platform !== 'linux', 'Finds the process through /proc.');
  await useSettings(page, { language: 'en' });
  await expect(page.locator('footer')).toContainText(running);
  const [service] = listDescendants(app.process().pid ?? 0).filter(isEmbeddedService);
  process.kill(service!.pid, 'SIGSTOP');
  const ended = once(app.process(), 'exit');
  await app.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
  await ended;
  expect(() => process.kill(service!.pid, 0)).toThrow();
});
