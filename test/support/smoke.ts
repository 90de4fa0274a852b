import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { step, printProgress } from '../../scripts/lib/steps.mjs';
import type { Runtime } from '../../scripts/lib/which-runtime.mjs';
import { languages } from '../../src/contract/languages.ts';
import { launchApp } from './launch.ts';
import { callPage } from './page-bridge.ts';
import { openDisplay } from './display.ts';
import { walkJob } from './smoke-job.ts';

/** Timeout of the first voice sample, on a busy machine. */
const firstSoundMs = 120_000;
const themes = ['dark', 'light'] as const;
/** Screens that appear in the guide. */
const guideScreens = ['live', 'create', 'voices'] as const;
type Theme = (typeof themes)[number];

/** Result of one screen in one theme. */
interface CapturedScreen {
  readonly screen: string;
  readonly theme: Theme;
  /** File name of the screenshot. */
  readonly file: string;
  readonly title: string;
  readonly heading: string;
}

/** Line of JSON that a walk prints. */
interface Walk {
  readonly ok: boolean;
  readonly runtime: Runtime['kind'];
  readonly screens: readonly CapturedScreen[];
  /** Errors of the consoles of page and main, of main's log, and uncaught errors. */
  readonly consoleErrors: readonly string[];
  readonly durationMs: number;
}

/**
 * Starts the app with a fresh profile, walks through every screen of its navigation and a short job in both themes,
 * saves a screenshot of each into `folder` and prints one line of JSON. Returns the exit code: 0 only when every screen
 * appeared and no error reached a console.
 */
export function walkScreens(options: WalkOptions): Promise<number> {
  return runWalk(options, walk);
}

/**
 * Walks only the screens of the guide, in every language, see {@link walkScreens}; saves `LANGUAGE/SCREEN-THEME.png`.
 */
export function walkForGuide(options: WalkOptions): Promise<number> {
  return runWalk(options, walkLanguages);
}

interface WalkOptions {
  readonly runtime: Runtime;
  readonly folder: string;
}

async function runWalk(
  options: WalkOptions,
  take: (folder: string, consoleErrors: string[]) => Promise<CapturedScreen[]>,
): Promise<number> {
  const startedAtMs = performance.now();
  await mkdir(options.folder, { recursive: true });
  process.env['ELECTRON_EXEC_PATH'] = options.runtime.executablePath;
  const display = process.platform === 'linux' ? await openDisplay() : null;
  if (display !== null) {
    process.env['DISPLAY'] = display.name;
  }
  const consoleErrors: string[] = [];
  let screens: readonly CapturedScreen[] = [];
  try {
    screens = await step('Walking the screens', () => take(options.folder, consoleErrors));
  } catch (error) {
    consoleErrors.push(
      `The walk failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    await display?.close();
  }
  const outcome: Walk = {
    ok: consoleErrors.length === 0 && screens.length > 0,
    runtime: options.runtime.kind,
    screens,
    consoleErrors,
    durationMs: Math.round(performance.now() - startedAtMs),
  };
  for (const error of consoleErrors) {
    printProgress(`        ${error}`);
  }
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  return outcome.ok ? 0 : 1;
}

function walk(folder: string, consoleErrors: string[]): Promise<CapturedScreen[]> {
  return withApp(consoleErrors, async (page) => {
    const links = page.locator('nav [data-screen]');
    await links.first().waitFor();
    const names = await links.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('data-screen') ?? ''),
    );
    await waitForService(page);
    const seen: CapturedScreen[] = [];
    for (const theme of themes) {
      await chooseTheme(page, theme);
      for (const screen of names) {
        await open(page, screen);
        seen.push(await look({ page, screen, theme, folder }));
      }
    }
    await callPage(page, 'settings.change', { language: 'en' });
    await walkJob(page, async (screen) => {
      for (const theme of themes) {
        await chooseTheme(page, theme);
        seen.push(await look({ page, screen, theme, folder }));
      }
    });
    return seen;
  });
}

function walkLanguages(folder: string, consoleErrors: string[]): Promise<CapturedScreen[]> {
  return withApp(consoleErrors, async (page) => {
    await waitForService(page);
    const seen: CapturedScreen[] = [];
    for (const language of languages) {
      await callPage(page, 'settings.change', { language });
      await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
      for (const theme of themes) {
        await chooseTheme(page, theme);
        for (const screen of guideScreens) {
          await open(page, screen);
          seen.push(await look({ page, screen, theme, folder: join(folder, language) }));
        }
      }
    }
    return seen;
  });
}

/** Waits for the form, which appears with the service's capabilities, and for the first voice sample. */
async function waitForService(page: Page): Promise<void> {
  await page.locator('nav [data-screen="create"]').click();
  await page.locator('.create-form').waitFor();
  await page.locator('nav [data-screen="voices"]').click();
  await page.locator('.voice .waveform').first().waitFor({ timeout: firstSoundMs });
}

async function withApp(
  consoleErrors: string[],
  take: (page: Page) => Promise<CapturedScreen[]>,
): Promise<CapturedScreen[]> {
  const { app, page, close } = await launchApp();
  page.on('crash', () => consoleErrors.push('The page crashed.'));
  app.on('console', (message) => {
    if (message.type() === 'error') {
      consoleErrors.push(`main: ${message.text()}`);
    }
  });
  try {
    return await take(page);
  } finally {
    consoleErrors.push(...(await readPageErrors(page)), ...(await readLoggedErrors(app)));
    await close();
  }
}

/** Reads the errors of the page's console, including those before a listener was attached. */
async function readPageErrors(page: Page): Promise<string[]> {
  const messages = await page.consoleMessages({ filter: 'all' });
  const errors = await page.pageErrors({ filter: 'all' });
  return [
    ...messages
      .filter((message) => message.type() === 'error')
      .map((message) => `page: ${message.text()} (${message.location().url})`),
    ...errors.map((error) => `page, not caught: ${error.message}`),
  ];
}

/** Reads the errors in main's log. */
async function readLoggedErrors(app: ElectronApplication): Promise<string[]> {
  const data = await app.evaluate((electron) => electron.app.getPath('userData'));
  const text = await readFile(join(data, 'logs', 'guise.log'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => `log: ${line}`);
}

async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await callPage(page, 'settings.change', { theme });
  await page.locator(`[data-theme="${theme}"]`).first().waitFor();
}

async function open(page: Page, screen: string): Promise<void> {
  await page.locator(`nav [data-screen="${screen}"]`).click();
  await page.locator(`nav [data-screen="${screen}"][aria-current="page"]`).waitFor();
}

async function look(options: {
  readonly page: Page;
  readonly screen: string;
  readonly theme: Theme;
  readonly folder: string;
}): Promise<CapturedScreen> {
  const { page, screen, theme, folder } = options;
  const heading = page.locator('main h1').first();
  await heading.waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const file = `${screen}-${theme}.png`;
  // A screenshot waits for the next frame, and disabled animations show transitions at their end.
  await page.screenshot({ path: join(folder, file), animations: 'disabled' });
  return { screen, theme, file, title: await page.title(), heading: await heading.innerText() };
}
