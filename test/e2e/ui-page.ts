import type { Page } from '@playwright/test';
import type { SettingsPatch } from '../../src/contract/settings.ts';
import { type SettingsSection, settingsSections } from '../../src/renderer/stores/view-store.ts';
import { monaLisa } from '../media/support/stills.ts';
import { callPage } from '../support/page-bridge.ts';

/** The screens in the order of the navigation. */
export const screens = ['live', 'create', 'voices', 'history', 'account', 'settings'] as const;

/** Opens a screen by its link; its code may have to be loaded first. */
export async function goTo(page: Page, screen: (typeof screens)[number]): Promise<void> {
  await page.locator(`nav [data-screen="${screen}"]`).click();
  await page.locator(`nav [data-screen="${screen}"][aria-current="page"]`).waitFor();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Changes settings as the page would. */
export async function useSettings(page: Page, patch: SettingsPatch): Promise<void> {
  await page.locator('nav [data-screen]').first().waitFor();
  await callPage(page, 'settings.change', patch);
}

/** Opens the setup in the side column of the live screen, which lists what is used on air. */
export async function openSetUp(page: Page): Promise<void> {
  if (!(await page.locator('.side-set-up').isVisible())) {
    await page.getByRole('button', { name: 'Set-up' }).click();
  }
}

/** Goes to a section of the settings. */
export async function openSection(page: Page, section: SettingsSection): Promise<void> {
  await goTo(page, 'settings');
  await page.getByRole('tab').nth(settingsSections.indexOf(section)).click();
}

/** Adds a service elsewhere to the list and uses it; answers its id. */
export async function useService(
  page: Page,
  service: { readonly name: string; readonly baseUrl: string; readonly apiKey: string },
): Promise<string> {
  const { profiles } = (await callPage(page, 'profiles.add', service)) as {
    profiles: { id: string; name: string }[];
  };
  const { id } = profiles.find(({ name }) => name === service.name)!;
  await callPage(page, 'profiles.activate', { id });
  return id;
}

/** Chooses the character of live swaps, a painting that was not chosen before, in the English interface. */
export async function chooseCharacter(page: Page): Promise<void> {
  await page.locator('[data-purpose="character"]').setInputFiles(monaLisa);
  await page.getByRole('button', { name: 'I confirm this' }).click();
}
