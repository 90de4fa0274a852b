import { createTestOfOneApp, expect } from './fixture.ts';
import { goTo, openSection, screens, useSettings } from './ui-page.ts';

/** An app of its own: what screens offer depends on jobs and sessions, which other files may leave. */
const test = createTestOfOneApp();

const titles = {
  en: ['Live', 'Create', 'Voices', 'History', 'Account', 'Settings'],
  de: ['Live', 'Erstellen', 'Stimmen', 'Verlauf', 'Konto', 'Einstellungen'],
  es: ['En directo', 'Crear', 'Voces', 'Historial', 'Cuenta', 'Ajustes'],
};

test.beforeEach(async ({ page }) => {
  await useSettings(page, { theme: 'dark', language: 'en' });
});

test('every screen states its purpose and offers at most one action', async ({ page }) => {
  for (const [index, screen] of screens.entries()) {
    await goTo(page, screen);
    await expect(page.locator('main h1')).toHaveCount(1);
    await expect(page.locator('main h1')).toHaveText(titles.en[index]!);
    // Settings and a list of voices have many things that are alike; the account is there to be read.
    const isChosenFrom = screen === 'settings' || screen === 'voices';
    if (!isChosenFrom) {
      const expected = screen === 'account' ? 0 : 1;
      await expect(page.locator('main [data-tone="primary"]')).toHaveCount(expected);
    }
  }
});

test('the navigation works with the keyboard alone', async ({ page }) => {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  const settings = page.locator('nav [data-screen="settings"]');
  await expect(settings).toBeFocused();
  const outline = await settings.evaluate((link) => getComputedStyle(link).outlineStyle);
  expect(outline).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(page.locator('main h1')).toHaveText('Settings');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'Appearance' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tabpanel').locator('h2').first()).toHaveText('Services');
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel').locator('h2').first()).toHaveText('About Guise');
});

test('the shortcuts go to every screen', async ({ page }) => {
  for (const [index, keys] of ['1', '2', '3', '4', '5', ','].entries()) {
    await page.keyboard.press(`ControlOrMeta+${keys}`);
    await expect(page.locator('main h1')).toHaveText(titles.en[index]!);
  }
});

test('the command palette finds a command by its words and runs it', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('go hist');
  await expect(palette.getByRole('option')).toHaveText([/^Go to History/]);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.locator('main h1')).toHaveText('History');

  // Settings by their content, and voices: each result with its kind.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('watermark');
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/^Safety.*Settings$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Safety');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('bruno script');
  await expect(palette.getByRole('option', { selected: true })).toHaveText(
    /^Bruno.*Voice for scripts$/,
  );
  await page.keyboard.press('Enter');
  await expect(page.locator('main h1')).toHaveText('Create');
  await expect(page.locator('main')).toContainText('Bruno');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('zzz');
  await expect(palette).toContainText('Nothing found');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette).toBeHidden();
});

test('the question mark opens the map of shortcuts, but not while typing', async ({ page }) => {
  await page.keyboard.press('?');
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(map).toContainText('Go to Live');
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('?');
  await expect(page.getByRole('combobox')).toHaveValue('?');
  await expect(map).toBeHidden();
  // Escape closes at once, even with typed text.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toBeHidden();
  await page.keyboard.press('?');
  await expect(map).toBeVisible();
});

test('other keys are chosen, conflicts are named, and all are reset', async ({ page }) => {
  await openSection(page, 'shortcuts');
  await page.getByRole('textbox', { name: 'Find a command' }).fill('messages');
  const change = page.getByRole('button', { name: 'Change the shortcut for Show messages' });
  await change.click();
  await page.keyboard.press('ControlOrMeta+k');
  const conflict = page.getByRole('alert');
  await expect(conflict).toContainText(/is already “Open the commands”/);
  await conflict.getByRole('button', { name: /^Use it here/ }).click();
  await expect(change).toContainText('K');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(change).toContainText('Not set');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('theme, language and text size apply at once', async ({ page }) => {
  const root = page.locator('html');
  await goTo(page, 'settings');
  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('ControlOrMeta+Shift+L');
  await expect(root).toHaveAttribute('data-theme', 'dark');

  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(root).toHaveAttribute('lang', 'de');
  for (const [index, screen] of screens.entries()) {
    await goTo(page, screen);
    await expect(page.locator('main h1')).toHaveText(titles.de[index]!);
  }

  const before = await root.evaluate((html) => Number.parseFloat(getComputedStyle(html).fontSize));
  await page.keyboard.press('ControlOrMeta++');
  await expect
    .poll(() => root.evaluate((html) => Number.parseFloat(getComputedStyle(html).fontSize)))
    .toBeCloseTo(before * 1.1, 3);
});

for (const language of ['de', 'es'] as const) {
  test(`the page starts in the language that was chosen: ${language}`, async ({ page }) => {
    await useSettings(page, { language });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('nav [data-screen="settings"]')).toHaveText(titles[language].at(-1)!);
  });
}

test('reduced motion switches every transition off', async ({ page }) => {
  const duration = () =>
    page
      .locator('nav [data-screen="create"]')
      .evaluate((link) => getComputedStyle(link).transitionDuration.split(',')[0]);
  expect(await duration()).not.toBe('0s');
  await useSettings(page, { motion: 'reduced' });
  await expect.poll(duration).toBe('0s');
});
