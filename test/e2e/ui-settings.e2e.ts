import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFaults } from './faults.ts';
import { expect, test as alone, testOfOneApp as test } from './fixture.ts';
import { type AccountService, openAccountService, plantedKey } from './planted-key.ts';
import { goTo, openSection, useSettings } from './ui-page.ts';

let service: AccountService;
test.beforeEach(async ({ page }) => {
  service = await openAccountService();
  await useSettings(page, { language: 'en' });
});
test.afterEach(async () => {
  await service.close();
});

test('a service is added, checked, used, changed and removed', async ({ page }) => {
  await openSection(page, 'service');
  await page.getByRole('button', { name: 'Add a service' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Studio');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A key has 8 to 512 visible characters')).toBeVisible();
  await expect(page.getByLabel('Address')).toBeFocused();

  await page.getByLabel('Address').fill(service.baseUrl);
  await page.getByLabel('API key').fill(plantedKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Studio was added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a service' })).toBeFocused();
  await expect(page.getByText(`Key ends in ${plantedKey.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(plantedKey);

  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByText('Studio answered')).toBeVisible();

  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await expect(page.locator('footer')).toContainText('Studio: connected');

  await page.getByRole('button', { name: 'Change Studio' }).click();
  await page.getByLabel('Name').fill('Studio 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('footer')).toContainText('Studio 2: connected');

  await page.getByRole('button', { name: 'Remove Studio 2' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Studio 2' });
  expect(await findFaults(page, 'removing a service')).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Remove Studio 2' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Studio 2 was removed')).toBeVisible();
  await expect(page.locator('footer')).toContainText('This computer');
});

// This test leaves a service in use that does not answer.
alone('the account of a service is shown, and where the way to it breaks', async ({ page }) => {
  await openSection(page, 'service');
  await page.getByRole('button', { name: 'Add a service' }).click();
  await page.getByLabel('Name').fill('Studio');
  await page.getByLabel('Address').fill(service.baseUrl);
  await page.getByLabel('API key').fill(plantedKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Use', exact: true }).click();
  await page.locator('nav [data-screen="account"]').click();
  const account = page.locator('main');
  await expect(account).toContainText('$7.50');
  await expect(account).toContainText('$0.25 more is held for running work');
  await expect(account).toContainText('$1.75');
  await expect(account).toContainText('$72.00');
  await expect(account).toContainText('$0.05 per second');
  await expect(account.locator('.ui-amounts')).toContainText('$1.50 · once');
  await expect(page.locator('footer')).toContainText('Balance $7.50');

  await service.close();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(account).toContainText('The service does not answer');
  await page.getByRole('button', { name: 'Service settings' }).click();
  await page.getByRole('button', { name: 'Check connection' }).click();
  const steps = page.locator('.check-steps');
  await expect(steps).toContainText(/Address.*fine.*Connection.*failed.*Key.*not reached/);
  await expect(page.locator('footer')).toContainText('Studio: not connected');
  // The form of jobs offers another attempt, or the settings.
  await page.evaluate(() => location.reload());
  await goTo(page, 'create');
  await expect(page.getByRole('heading', { name: 'The service does not answer' })).toBeVisible();
  await expect(page.locator('main').getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('the log is shown, and all protections are in one place', async ({ page }) => {
  await expect(page.locator('footer')).toContainText('This computer: running');
  await openSection(page, 'diagnostics');
  await expect(page.getByRole('log')).toContainText('app.started');
  await openSection(page, 'service');
  await expect(page.getByRole('log')).toContainText('service.');
  await openSection(page, 'safety');
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Blur', { exact: true }).click();
  await expect(panel.getByRole('radio', { name: 'Blur' })).toBeChecked();
});

test('About names the runtime and its reason', async ({ page }) => {
  await openSection(page, 'about');
  const about = page.getByRole('tabpanel');
  await expect(about).toContainText('0.1.0');
  // The version is that of the named product, not of the underlying program.
  await expect(about).toContainText(/(Electron|System Chromium) \d{2,}\.\d/);
  await expect(about).toContainText('GPL-3.0-or-later');
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect(page.getByText('The details are on the clipboard')).toBeVisible();
});

test('the button checks for a newer version, at the entered address', async ({ page }) => {
  let asked = 0;
  const feed = createServer((_request, response) => {
    asked += 1;
    response.end('{"tag_name":"v9.9.9","html_url":"https://example.org/9.9.9"}');
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = feed.address() as AddressInfo;
    await openSection(page, 'about');
    const address = page.getByLabel('Address to ask');
    const check = page.getByRole('button', { name: 'Check for updates' });
    await address.fill('http://example.org/feed');
    await check.click();
    await expect(page.getByText('It has to start with https://')).toBeVisible();
    await address.fill(`http://127.0.0.1:${port}/feed`);
    expect(asked).toBe(0);
    await check.click();
    await expect(page.getByText('Version 9.9.9 is out')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open its page' })).toBeVisible();
    expect(asked).toBe(1);
    // An empty field removes the address.
    await address.fill('');
    await check.click();
    await expect(page.getByText('No address is set')).toBeVisible();
    expect(asked).toBe(1);
    await openSection(page, 'safety');
    await openSection(page, 'about');
    await expect(address).toHaveValue('');
  } finally {
    feed.close();
  }
});

test('the guide is read page by page, and its links lead to its pages', async ({ page }) => {
  await openSection(page, 'guide');
  await page.getByRole('button', { name: 'Live', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Cover, and your real face' })).toBeVisible();
  expect(await findFaults(page, 'a page of the guide')).toEqual([]);
  await page.getByRole('button', { name: 'In other programs' }).click();
  await expect(page.getByRole('heading', { name: 'Video calls and browsers' })).toBeVisible();
  await page.getByRole('button', { name: 'All pages' }).click();
  await expect(page.getByRole('button', { name: 'In other programs' })).toBeFocused();
  await page.getByRole('button', { name: 'The first minutes' }).click();
  const picture = page.locator('.guide-page img').filter({ visible: true });
  await expect(picture).toHaveCount(1);
  await expect(picture).toHaveJSProperty('naturalWidth', 960);
  expect(await findFaults(page, 'a page with a picture')).toEqual([]);
  await page.getByRole('link', { name: 'change your voice' }).click();
  await expect(page.getByRole('heading', { name: 'Your voice' })).toBeVisible();
});
