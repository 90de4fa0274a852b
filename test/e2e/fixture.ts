import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { test as base, type ElectronApplication, type Page } from '@playwright/test';
import { openDisplay } from '../support/display.ts';
import { type LaunchedApp, launchApp, type LaunchOptions, makeProfile } from '../support/launch.ts';
import { callPage } from '../support/page-bridge.ts';

interface TestFixtures {
  /** Folder that replaces the user's configuration, empty at the start of each test. */
  readonly profileFolder: string;
  /** Starts the app; everything started is ended after the test. */
  readonly launch: (options?: LaunchOptions) => Promise<LaunchedApp>;
  /** The app with its defaults, for tests that need nothing special. */
  readonly started: LaunchedApp;
  readonly app: ElectronApplication;
  readonly page: Page;
}

interface WorkerFixtures {
  readonly display: string;
}

const closeLimitMs = 10_000;
/** Default theme of the page. */
const looksOfNobody = { theme: 'dark', language: 'system', motion: 'system', textScale: 1 };

/** Playwright's `test` with the built app on a display of its own profile. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  display: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
    async ({}, use, { parallelIndex }) => {
      // Windows on one display take the focus from each other.
      const isAlwaysNew = parallelIndex > 0;
      const display = process.platform === 'linux' ? await openDisplay({ isAlwaysNew }) : null;
      if (display !== null) {
        process.env['DISPLAY'] = display.name;
      }
      await use(display?.name ?? '');
      await display?.close();
    },
    { scope: 'worker', auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright demands a pattern
  profileFolder: async ({}, use) => {
    const folder = await makeProfile();
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  launch: async ({ profileFolder }, use) => {
    const endings: (() => Promise<void>)[] = [];
    await use(async (options = {}) => {
      const app = await launchApp({ profileFolder, ...options });
      const child = app.app.process();
      endings.push(() => endWithin(app, child));
      return app;
    });
    for (const end of endings) {
      await end();
    }
  },
  started: async ({ launch }, use) => use(await launch()),
  app: async ({ started }, use) => use(started.app),
  page: async ({ started }, use) => use(started.page),
});

/**
 * Creates {@link test} with one app for all tests that use it, which saves four seconds of a core per test. Each begins with a
 * reloaded page and default settings; jobs and files of those before it remain.
 */
export function createTestOfOneApp() {
  return test.extend<object, { readonly common: LaunchedApp }>({
    common: [
      async ({ display }, use) => {
        const common = await launchApp(display === '' ? {} : { env: { DISPLAY: display } });
        await use(common);
        await endWithin(common, common.app.process());
      },
      { scope: 'worker' },
    ],
    started: async ({ common }, use) => {
      await callPage(common.page, 'settings.change', looksOfNobody);
      await callPage(common.page, 'view.keep', { state: '{}' });
      await callPage(common.page, 'window.guard', { reason: null });
      await common.page.reload();
      await use(common);
    },
  });
}

/** {@link createTestOfOneApp} for tests whose only trace in the app is its settings, of any file. */
export const testOfOneApp = createTestOfOneApp();

/** A window that a failed test left guarded does not close: its process is ended. */
async function endWithin(launched: LaunchedApp, child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), closeLimitMs);
  await launched.close();
  clearTimeout(timer);
}

export { expect } from '@playwright/test';
