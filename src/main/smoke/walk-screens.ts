import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebContents } from 'electron/main';
import { PageDriver } from './page-driver.ts';

const themes = ['dark', 'light'] as const;

/** One screen in one theme. */
export interface CapturedScreen {
  readonly screen: string;
  readonly theme: (typeof themes)[number];
  /** File name of the screenshot. */
  readonly file: string;
  readonly heading: string;
}

/**
 * Opens every screen in both themes and saves a screenshot of each into `folder`, which is created. The service
 * has to run: the walk starts when it has reported its features and synthesised a voice sample.
 */
export async function walkScreens(page: WebContents, folder: string): Promise<CapturedScreen[]> {
  await mkdir(folder, { recursive: true });
  const driver = new PageDriver(page);
  await driver.waitForPage();
  await driver.click('nav [data-screen="create"]');
  await driver.waitFor('.create-form');
  await driver.click('nav [data-screen="voices"]');
  await driver.waitFor('.voice .waveform');
  const screens = await driver.readAll('nav [data-screen]', 'data-screen');
  const seen: CapturedScreen[] = [];
  for (const theme of themes) {
    await driver.call('settings.change', { theme });
    await driver.waitFor(`[data-theme="${theme}"]`);
    for (const screen of screens) {
      await driver.click(`nav [data-screen="${screen}"]`);
      await driver.waitFor(`nav [data-screen="${screen}"][aria-current="page"]`);
      const heading = await driver.waitFor('main h1');
      const file = `${screen}-${theme}.png`;
      await writeFile(join(folder, file), await driver.capture());
      seen.push({ screen, theme, file, heading });
    }
  }
  return seen;
}
