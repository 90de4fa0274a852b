import { settingsSections } from '../../src/renderer/stores/view-store.ts';
import { languages } from '../../src/contract/languages.ts';
import { loadCatalogue } from '../../src/renderer/i18n/catalogues.ts';
import { createText } from '../../src/renderer/i18n/text.ts';
import { findCutText } from './cut-text.ts';
import { findFaults } from './faults.ts';
import { expect, testOfOneApp as test } from './fixture.ts';
import { goTo, openSection, screens, useSettings } from './ui-page.ts';

const themes = [
  { theme: 'dark', rules: 'all' },
  // Another theme has the same elements in other colours.
  { theme: 'light', rules: 'colours' },
] as const;
for (const { theme, rules } of themes) {
  test(`axe finds nothing on any screen, ${theme}`, async ({ page }) => {
    test.slow();
    await useSettings(page, { theme, motion: 'reduced', language: 'en' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const faults: string[] = [];
    for (const screen of screens.slice(0, -1)) {
      await goTo(page, screen);
      faults.push(...(await findFaults(page, screen, rules)));
    }
    for (const section of settingsSections) {
      await openSection(page, section);
      if (section === 'service') {
        await page.getByRole('button', { name: 'Add a service' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      }
      faults.push(...(await findFaults(page, `settings ${section}`, rules)));
    }
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').waitFor();
    // The list is scrolled with the arrow keys of its search field, which axe cannot know.
    const known = 'scrollable-region-focusable';
    faults.push(
      ...(await findFaults(page, 'palette', rules)).filter((fault) => !fault.includes(known)),
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox')).toBeHidden();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    faults.push(...(await findFaults(page, 'shortcuts', rules)));
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('first steps');
    await page.keyboard.press('Enter');
    for (const name of ['Camera and microphone', 'What this computer can do']) {
      const step = page.getByRole('dialog', { name });
      await step.waitFor();
      faults.push(...(await findFaults(page, name, rules)));
      await step.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('dialog', { name: 'What leaves this computer' }).waitFor();
    faults.push(...(await findFaults(page, 'what leaves this computer', rules)));
    expect(faults).toEqual([]);
  });
}

test('nothing is cut off with the largest text in the smallest window', async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 600 });
  for (const language of languages) {
    await useSettings(page, { textScale: 1.6, language, motion: 'reduced' });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const screen of screens) {
      await goTo(page, screen);
      const overflow = await page.evaluate(() => {
        const main = document.querySelector('main');
        const root = document.documentElement;
        return [
          (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0),
          root.scrollWidth - root.clientWidth,
          // Only the content scrolls, never the window with its bars.
          root.scrollHeight - root.clientHeight,
        ];
      });
      expect(overflow, `${language} ${screen}`).toEqual([0, 0, 0]);
    }
  }
});

test('every word can be read in a small window, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  const faults: string[] = [];
  for (const language of languages) {
    await loadCatalogue(language);
    const { t } = createText(language);
    await useSettings(page, { textScale: 1, language, motion: 'reduced' });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const screen of screens.slice(0, -1)) {
      await goTo(page, screen);
      faults.push(...(await findCutText(page, `${language} ${screen}`)));
    }
    await goTo(page, 'live');
    await page.getByRole('button', { name: t('stage.set_up'), exact: true }).click();
    faults.push(...(await findCutText(page, `${language} set-up`)));
    await page.getByRole('button', { name: t('stage.set_up_done'), exact: true }).click();
    for (const section of settingsSections) {
      await openSection(page, section);
      faults.push(...(await findCutText(page, `${language} ${section}`)));
    }
  }
  expect(faults).toEqual([]);
});
