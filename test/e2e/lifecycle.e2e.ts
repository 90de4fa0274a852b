import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type ElectronApplication, type Page } from '@playwright/test';
import { projectRoot } from '../../scripts/lib/paths.mjs';
import { listRuntimeArgs } from '../../scripts/lib/which-runtime.mjs';
import { en } from '../../src/renderer/i18n/en/catalogue.ts';
import { makeClip } from '../media/make-clip.ts';
import { readChapters } from '../recording/support/read-chapters.ts';
import { findProgram } from '../support/display.ts';
import type { LaunchedApp } from '../support/launch.ts';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';
import { isBrowser, isRenderer, isRunning, listDescendants } from './processes.ts';

/** Resolves with the exit code when the app ends by itself. */
function ended(app: ElectronApplication): Promise<number | null> {
  return new Promise((resolve) => {
    app.process().once('exit', (code) => resolve(code));
  });
}

function closeWindow(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.close();
  });
}

test('a window without a reason to stay closes, and the app ends with it', async ({ started }) => {
  const exit = ended(started.app);
  await closeWindow(started.app).catch(() => undefined);
  expect(await exit).toBe(0);
});

test('a recording that was cut off is finished by its program at the next start', async ({
  launch,
  profileFolder,
}) => {
  const data = join(profileFolder, 'Guise');
  const path = join(data, 'results', 'Guise 2026-01-31 09-30-05.mp4');
  mkdirSync(dirname(path), { mode: 0o700 });
  makeClip(`${path}.part`, { container: 'mp4' });
  writeFileSync(path.replace('.mp4', '.csv'), '0.200,,"Goal"\n');
  writeFileSync(join(data, 'captures.json'), JSON.stringify({ open: [path] }), { mode: 0o600 });
  const { page } = await launch();
  const toast = page
    .locator('.ui-toast')
    .filter({ hasText: en['notice.recording_recovered.title'] });
  await expect(toast).toContainText('Guise 2026-01-31 09-30-05.mp4');
  expect(readChapters(readFileSync(path)).map(({ title }) => title)).toEqual(['Goal']);
  expect(readdirSync(dirname(path)).filter((name) => /part|raw/.test(name))).toEqual([]);
});

test('a guarded window stays, sends the page the reason, and closes at the page’s request', async ({
  app,
  page,
}) => {
  await page.evaluate(() => {
    const asked: unknown[] = [];
    Reflect.set(window, 'asked', asked);
    window.guise?.on('window.close_asked', (payload) => asked.push(payload));
  });
  const readAsked = () => page.evaluate(() => Reflect.get(window, 'asked') as unknown);
  await callPage(page, 'window.guard', { reason: 'live' });
  await closeWindow(app);
  await expect.poll(readAsked).toEqual([{ reason: 'live' }]);
  await callPage(page, 'window.guard', { reason: 'recording' });
  await closeWindow(app);
  await expect.poll(readAsked).toEqual([{ reason: 'live' }, { reason: 'recording' }]);
  expect(await callPage(page, 'app.about', {})).toMatchObject({ name: 'Guise' });

  const exit = ended(app);
  await callPage(page, 'window.close', {});
  expect(await exit).toBe(0);
});

test('the close button of a guarded window asks too', async ({ app, page }) => {
  test.skip(process.platform !== 'linux', 'Presses the button through X11.');
  test.skip(findProgram('xdotool') === null, 'There is no xdotool to press the button.');
  test.skip(findProgram('openbox') === null, 'There is no window manager that has the button.');
  // Otherwise the test tool answers the question of the browser before the app does.
  page.on('dialog', () => {});
  await page.evaluate(() => {
    window.guise?.on('window.close_asked', (payload) => Reflect.set(window, 'asked', payload));
  });
  await callPage(page, 'window.guard', { reason: 'recording' });
  // Openbox closes the window on this key as it does on its button.
  const pressClose = async (): Promise<void> => {
    await promisify(execFile)('xdotool', [
      'search',
      '--name',
      '^Guise$',
      'windowactivate',
      '--sync',
    ]);
    await promisify(execFile)('xdotool', ['key', 'alt+F4']);
  };
  await pressClose();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'asked') as unknown))
    .toEqual({ reason: 'recording' });
  expect(await callPage(page, 'app.about', {})).toMatchObject({ name: 'Guise' });
  await callPage(page, 'window.guard', { reason: null });
  const exit = ended(app);
  await pressClose();
  expect(await exit).toBe(0);
});

test('a removed guard no longer keeps the window open', async ({ app, page }) => {
  await callPage(page, 'window.guard', { reason: 'live' });
  await callPage(page, 'window.guard', { reason: null });
  const exit = ended(app);
  await closeWindow(app).catch(() => undefined);
  expect(await exit).toBe(0);
});

test('a reload of the page removes the guard, and reports that the user is off air', async ({
  app,
  page,
}) => {
  await callPage(page, 'window.guard', { reason: 'live' });
  // Otherwise the test tool answers the question of the browser before the app does.
  page.on('dialog', () => {});
  await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())]);
  await expect(page.getByText(en['notice.live_ended.title'])).toBeVisible();
  const exit = ended(app);
  await closeWindow(app).catch(() => undefined);
  expect(await exit).toBe(0);
});

for (const [name, prefix, title] of [
  ['settings', 'settings.set-aside-', 'The settings could not be read'],
  ['profiles', 'profiles.set-aside-', 'The services could not be read'],
] as const) {
  test(`a corrupt file of ${name} is set aside and the user is told of it`, async ({
    launch,
    profileFolder,
  }) => {
    const folder = join(profileFolder, 'Guise');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), '{"theme": "light", ');
    const { page } = await launch();
    expect(await callPage(page, 'settings.read', {})).toMatchObject({ theme: 'dark' });
    const aside = readdirSync(folder).filter((file) => file.startsWith(prefix));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder, aside[0]!), 'utf8')).toBe('{"theme": "light", ');
    await page.getByRole('button', { name: /^Messages/ }).click();
    await expect(page.getByRole('dialog', { name: 'Messages' })).toContainText(title);
    await callPage(page, 'settings.change', { theme: 'dark' });
    await callPage(page, 'profiles.activate', { id: 'this-computer' });
    expect(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))).toBeTruthy();
  });
}

test('a second start focuses the first window and ends', async ({ started, profileFolder }) => {
  const { app } = started;
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.minimize();
  });
  const read = () =>
    app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      return { isMinimized: window?.isMinimized(), isFocused: window?.isFocused() };
    });
  await expect.poll(read).toMatchObject({ isMinimized: true });

  const { spawnfile } = app.process();
  const second = spawn(spawnfile, [...listRuntimeArgs(), projectRoot], {
    env: { ...process.env, XDG_CONFIG_HOME: profileFolder },
    stdio: 'ignore',
  });
  const code = await new Promise((resolve) => {
    second.once('exit', resolve);
  });
  expect(code).toBe(0);
  await expect.poll(read).toEqual({ isMinimized: false, isFocused: true });
  expect(app.windows()).toHaveLength(1);
});

/** Kills the process that draws the page, as the kernel does when memory runs out. */
async function killPage(app: ElectronApplication): Promise<void> {
  const pid = app.process().pid ?? 0;
  await expect.poll(() => listDescendants(pid).filter(isRenderer).length).toBeGreaterThan(0);
  for (const renderer of listDescendants(pid).filter(isRenderer)) {
    process.kill(renderer.pid, 'SIGKILL');
  }
}

/**
 * The page through a second test client: the first one considers a page that crashed once lost. The address is the one
 * Chromium printed for the test tool.
 */
async function reconnect(endpoint: string): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.connectOverCDP(endpoint);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) {
    throw new Error('There is no page.');
  }
  return { page, close: () => browser.close() };
}

/** Chromium's debugging address, which only exists because a test tool started the app. */
function readEndpoint({ profileFolder }: LaunchedApp): string {
  const folder = join(profileFolder, 'Guise');
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((entry) =>
    entry.endsWith('DevToolsActivePort'),
  );
  const [port] = readFileSync(join(folder, file ?? ''), 'utf8').split('\n');
  return `http://127.0.0.1:${port}`;
}

test('a killed page returns to its screen and reports it', async ({ started }) => {
  test.skip(process.platform !== 'linux', 'Finds the process through /proc.');
  const { app, page } = started;
  await page.locator('nav [data-screen="history"]').click();
  await expect
    .poll(() => callPage(page, 'view.restore', {}))
    .toMatchObject({ state: expect.stringContaining('history') });
  // Bugs of the page are in the log that its messages lead to.
  await page.evaluate(() => reportError(new Error('planted bug')));
  await expect.poll(() => readLog(started)).toMatch(/"what":"page\.bug".*planted bug/);
  await killPage(app);
  await expect.poll(() => countGone(started)).toBe(1);
  await expect.poll(() => readUrl(app)).toContain('/index.html');

  const again = await reconnect(readEndpoint(started));
  await expect(
    again.page.locator('nav [data-screen="history"][aria-current="page"]'),
  ).toBeVisible();
  await expect(again.page.getByText(en['notice.page_recovered.title'])).toBeVisible();
  await again.close();
});

test('a page that is killed repeatedly is replaced by a page that reports it', async ({
  started,
}) => {
  test.skip(process.platform !== 'linux', 'Finds the process through /proc.');
  test.slow();
  const { app } = started;
  for (let kill = 1; kill <= 3; kill += 1) {
    await killPage(app);
    await expect.poll(() => countGone(started)).toBe(kill);
    await expect.poll(() => readUrl(app)).toContain('/index.html');
  }
  await killPage(app);
  await expect.poll(() => readUrl(app)).toContain('/failed');
  const text: unknown = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
  );
  expect(text).toMatch(/ended several times|endete mehrmals/);
});

/** Address of the page once it is loaded; another value before. */
function readUrl(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents?.isCrashed() === true || contents?.isLoading() === true
      ? 'on its way'
      : (contents?.getURL() ?? '');
  });
}

/** Counts the log entries about a crashed page. */
function countGone(launched: LaunchedApp): number {
  return readLog(launched).split('"what":"page.gone"').length - 1;
}

function readLog({ profileFolder }: LaunchedApp): string {
  return readFileSync(join(profileFolder, 'Guise', 'logs', 'guise.log'), 'utf8');
}

test('a killed Chromium ends the app cleanly and leaves no process', async ({ app }) => {
  test.skip(process.platform !== 'linux', 'Finds the process through /proc.');
  const pid = app.process().pid ?? 0;
  const before = listDescendants(pid);
  const browser = before.find(isBrowser);
  test.skip(browser === undefined, 'In Electron the browser is the app itself.');
  const exit = ended(app);
  process.kill(browser!.pid, 'SIGKILL');
  expect(await exit).toBe(0);
  await expect.poll(() => before.filter((one) => isRunning(one.pid))).toEqual([]);
});

test('a request of the system to end is followed and leaves no process', async ({ app }) => {
  test.skip(process.platform !== 'linux', 'Finds the process through /proc.');
  const pid = app.process().pid ?? 0;
  const before = listDescendants(pid);
  expect(before.length).toBeGreaterThan(1);
  const exit = ended(app);
  app.process().kill('SIGTERM');
  expect(await exit).toBe(0);
  await expect.poll(() => before.filter((one) => isRunning(one.pid))).toEqual([]);
});
