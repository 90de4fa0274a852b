import { spawn } from 'node:child_process';
import type { JSHandle, Page } from '@playwright/test';
import type { BrowserWindow } from 'electron';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Display, openDisplay } from '../support/display.ts';
import { runtimes, startApp, type StartedApp } from './runtimes.ts';

let display: Display;
beforeAll(async () => {
  display = await openDisplay();
});
afterAll(() => display.close());

describe.each(runtimes)('windows and pages on $name', (runtime) => {
  if (runtime.executable === null) {
    it.skip(`is skipped: ${runtime.reason}`, () => {});
    return;
  }
  let started: StartedApp;
  let win: JSHandle<BrowserWindow>;
  beforeAll(async () => {
    started = await startApp(runtime, display);
    win = await started.app.browserWindow(started.page);
  }, 60_000);
  afterAll(() => started.close());
  beforeEach(() => forget());

  const forget = (): Promise<void> =>
    started.app.evaluate(() => {
      Reflect.set(globalThis, 'seen', []);
    });
  const seen = (): Promise<unknown[][]> =>
    started.app.evaluate(() => Reflect.get(globalThis, 'seen') as unknown[][]);
  const untilSeen = (...entry: unknown[]): Promise<void> => expect.poll(seen).toContainEqual(entry);

  it('reports its title, address and state', async () => {
    const facts = await win.evaluate((win) => [
      win.getTitle(),
      win.webContents.getURL(),
      win.webContents.getTitle(),
      win.isDestroyed(),
      win.isVisible(),
      win.webContents.isLoading(),
      win.webContents.mainFrame.url,
    ]);
    expect(facts).toEqual([
      'Fixture',
      'app://bundle/index.html',
      'Fixture',
      false,
      true,
      false,
      'app://bundle/index.html',
    ]);
  });

  it('follows the title of the document', async () => {
    await started.page.evaluate(() => {
      document.title = 'Changed';
    });
    await untilSeen('page-title-updated', 'Changed');
    expect(await win.evaluate((win) => win.getTitle())).toBe('Changed');
  });

  it('moves, resizes and keeps its smallest size', async () => {
    await win.evaluate((win) => win.setBounds({ x: 120, y: 90, width: 700, height: 500 }));
    expect(await win.evaluate((win) => win.getSize())).toEqual([700, 500]);
    await expect
      .poll(() => started.page.evaluate(() => [window.outerWidth, window.outerHeight]))
      .toEqual([700, 500]);
    await win.evaluate((win) => win.setSize(100, 100));
    await expect.poll(() => win.evaluate((win) => win.getSize())).toEqual([300, 200]);
    await win.evaluate((win) => win.setSize(800, 600));
    await expect.poll(() => started.page.evaluate(() => window.outerWidth)).toBe(800);
  });

  it('maximises, minimises and goes full screen', async () => {
    if (!display.hasWindowManager) {
      process.stdout.write('no window manager: states of windows are not tried\n');
      return;
    }
    await win.evaluate((win) => win.maximize());
    await untilSeen('maximize');
    expect(await win.evaluate((win) => [win.isMaximized(), win.isMinimized()])).toEqual([
      true,
      false,
    ]);
    expect(await win.evaluate((win) => win.getNormalBounds().width)).toBe(800);
    await win.evaluate((win) => win.unmaximize());
    await untilSeen('unmaximize');
    await win.evaluate((win) => win.minimize());
    await untilSeen('minimize');
    await win.evaluate((win) => win.restore());
    await untilSeen('restore');
    await win.evaluate((win) => win.setFullScreen(true));
    await untilSeen('enter-full-screen');
    expect(await win.evaluate((win) => win.isFullScreen())).toBe(true);
    await win.evaluate((win) => win.setFullScreen(false));
    await untilSeen('leave-full-screen');
  }, 40_000);

  it('receives the console of the page', async () => {
    await started.page.evaluate(() => {
      console.warn('careful', 3);
    });
    await untilSeen('console-message', 'warning', 'careful 3');
  });

  it('runs scripts and captures screenshots', async () => {
    const results = await win.evaluate(async (win) => [
      await win.webContents.executeJavaScript('Promise.resolve({ sum: 1 + 2 })'),
      await win.webContents
        .executeJavaScript('nothing.here')
        .catch((error: unknown) => String(error)),
      (await win.webContents.capturePage()).getSize().width > 100,
    ]);
    expect(results).toEqual([{ sum: 3 }, expect.stringContaining('nothing'), true]);
  });

  it('asks the app before the page goes elsewhere', async () => {
    await started.page.locator('#outside').click();
    await untilSeen('will-navigate', 'https://example.com/');
    await started.page.locator('#inside').click();
    await untilSeen('will-navigate', 'app://bundle/other.html');
    expect(await win.evaluate((win) => win.webContents.getURL())).toBe('app://bundle/index.html');
    await expect(started.page.title()).resolves.toBe('Changed');
  });

  it('asks the app before a frame goes elsewhere', async () => {
    await started.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = 'forbidden.html';
      document.body.append(frame);
    });
    await untilSeen('will-frame-navigate', 'app://bundle/forbidden.html', false);
    await started.page.evaluate(() => document.querySelector('iframe')?.remove());
  });

  it('refuses new windows and reports their address', async () => {
    await started.page.locator('#blank').click();
    await untilSeen('window-open', 'https://example.com/blank');
    await started.page.evaluate(() => {
      open('https://example.com/opened');
    });
    await untilSeen('window-open', 'https://example.com/opened');
    await started.page.locator('#outside').click({ button: 'middle' });
    await started.page.locator('#outside').click({ modifiers: ['Control'] });
    await untilSeen('window-open', 'https://example.com/');
    expect(
      await started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
    ).toBe(1);
    expect(started.app.windows()).toHaveLength(1);
  });

  it('continues while windows are refused on a busy machine', async () => {
    const busy = Array.from({ length: 6 }, () => spawn(process.execPath, ['-e', 'for (;;);']));
    try {
      for (let turn = 0; turn < 6; turn += 1) {
        await started.page.evaluate(() => {
          open('https://example.com/opened');
        });
      }
      expect(await started.page.evaluate(() => document.title)).toBe('Changed');
    } finally {
      for (const process of busy) {
        process.kill();
      }
    }
  });

  it('reports navigations inside the document', async () => {
    await started.page.evaluate(() => {
      history.pushState({}, '', '?page=2');
    });
    await untilSeen('did-navigate-in-page', 'app://bundle/index.html?page=2');
    await untilSeen('did-start-navigation', 'app://bundle/index.html?page=2', true, true);
    expect(await win.evaluate((win) => win.webContents.getURL())).toBe(
      'app://bundle/index.html?page=2',
    );
  });

  it('reloads without asking, and closes the ports of the document', async () => {
    await started.page.evaluate(() => window.bridge['talkOverPort']?.([1]));
    await win.evaluate((win) => win.webContents.reload());
    await untilSeen('did-finish-load');
    await untilSeen('port closed');
    const names = (await seen()).map(([name]) => name);
    expect(names).not.toContain('will-navigate');
    await started.page.getByText('7 is 7').waitFor();
  });

  it('loads another page of the app and comes back', async () => {
    await win.evaluate((win) => win.loadURL('app://bundle/other.html'));
    await started.page.getByText('The other page').waitFor();
    await win.evaluate((win) => win.loadURL('app://bundle/index.html'));
    await started.page.getByText('7 is 7').waitFor();
  });

  it('rejects addresses that cannot be loaded and stays usable', async () => {
    const text = await win.evaluate((win) =>
      win.loadURL('app://bundle/throws').then(
        () => 'loaded',
        (error: unknown) => String(error),
      ),
    );
    expect(text).toContain('ERR_');
    await win.evaluate((win) => win.loadURL('app://bundle/index.html'));
    await started.page.getByText('7 is 7').waitFor();
  });

  it('reports a crashed page and reloads it', async () => {
    await win.evaluate((win) => win.webContents.forcefullyCrashRenderer());
    await untilSeen('render-process-gone', 'crashed');
    expect(await win.evaluate((win) => win.webContents.isCrashed())).toBe(true);
    await forget();
    await win.evaluate((win) => win.webContents.reload());
    await untilSeen('did-finish-load');
    const sum = await win.evaluate((win) =>
      win.webContents.executeJavaScript('window.bridge.add(20, 22)'),
    );
    expect(sum).toBe(42);
    expect(await win.evaluate((win) => win.webContents.isCrashed())).toBe(false);
  });

  // Last, because a tool that holds the new page for a moment may also hold the other pages.
  it('opens another window when the app allows it', async () => {
    const url = await started.app.evaluate(async ({ app, BrowserWindow }) => {
      const [first] = BrowserWindow.getAllWindows();
      const created: number[] = [];
      app.on('browser-window-created', (_event, window) => created.push(window.id));
      first?.webContents.setWindowOpenHandler((details) =>
        details.url.startsWith('app://bundle/other')
          ? { action: 'allow', overrideBrowserWindowOptions: { width: 400, height: 300 } }
          : { action: 'deny' },
      );
      const child = await new Promise<BrowserWindow>((resolve) => {
        // Both events may arrive at once: a sequential wait would miss the second.
        first?.webContents.once('did-create-window', (window) => {
          window.webContents.once('did-finish-load', () => resolve(window));
        });
        void first?.webContents.executeJavaScript(`open('other.html'); 0`, true);
      });
      return [child.webContents.getURL(), created.length];
    });
    expect(url).toEqual(['app://bundle/other.html', 1]);
    // The test tool holds the page until it has attached; if the page closes before, the other pages stay held.
    const others = (): Page[] => started.app.windows().filter((page) => page !== started.page);
    await expect
      .poll(() => others().map((page) => page.url()))
      .toEqual([expect.stringMatching(/other\.html$/)]);
    await others()[0]?.getByText('The other page').waitFor();
    await started.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.close());
    await expect.poll(others).toEqual([]);
  }, 30_000);
});
