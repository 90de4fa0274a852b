import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Display, findProgram, openDisplay } from '../support/display.ts';
import { fixture, runtimes, startApp, type StartedApp } from './runtimes.ts';

let display: Display;
beforeAll(async () => {
  display = await openDisplay();
});
afterAll(() => display.close());

describe.each(runtimes)('modules of main on $name', (runtime) => {
  if (runtime.executable === null) {
    it.skip(`is skipped: ${runtime.reason}`, () => {});
    return;
  }
  let started: StartedApp;
  beforeAll(async () => {
    started = await startApp(runtime, display, { args: ['--fixture-switch=on'] });
  }, 60_000);
  afterAll(() => started.close());

  it('know the app and its folders', async () => {
    const facts = await started.app.evaluate(({ app }) => ({
      name: app.getName(),
      version: app.getVersion(),
      isPackaged: app.isPackaged,
      path: app.getAppPath(),
      userData: app.getPath('userData'),
      isReady: app.isReady(),
      hasLock: app.hasSingleInstanceLock(),
      switch: app.commandLine.getSwitchValue('fixture-switch'),
      type: process.type,
    }));
    expect(facts).toEqual({
      name: 'Runtime Fixture',
      version: '1.2.3',
      isPackaged: false,
      path: fixture,
      userData: started.userData,
      isReady: true,
      hasLock: true,
      switch: 'on',
      type: 'browser',
    });
    const bad = await started.app.evaluate(({ app }) => {
      try {
        return app.getPath('nowhere' as 'home');
      } catch (error) {
        return String(error);
      }
    });
    expect(bad).toContain("Failed to get 'nowhere' path");
  });

  it('can be required and imported as a default', async () => {
    const isSame = await started.app.evaluate(({ app }) => {
      const { createRequire } = process.getBuiltinModule('module');
      const electron: unknown = createRequire(`${app.getAppPath()}/main.js`)('electron');
      return typeof electron === 'object' && electron !== null && 'app' in electron
        ? electron.app === app
        : false;
    });
    expect(isSame).toBe(true);
  });

  it('encrypt strings and detect damage', async () => {
    const results = await started.app.evaluate(async ({ safeStorage }) => {
      const secret = 'a secret ü';
      const encrypted = await safeStorage.encryptStringAsync(secret);
      const damaged = Buffer.from(encrypted);
      damaged[damaged.length - 1]! ^= 1;
      return {
        isAvailable: await safeStorage.isAsyncEncryptionAvailable(),
        isHidden: !encrypted.includes('secret'),
        back: (await safeStorage.decryptStringAsync(encrypted)).result,
        now: safeStorage.decryptString(safeStorage.encryptString(secret)),
        damaged: await safeStorage.decryptStringAsync(damaged).then(
          () => 'accepted',
          () => 'refused',
        ),
        foreign: await safeStorage.decryptStringAsync(Buffer.from('v10 of somebody else')).then(
          () => 'accepted',
          () => 'refused',
        ),
        backend: safeStorage.getSelectedStorageBackend(),
      };
    });
    expect(results).toMatchObject({
      isAvailable: true,
      isHidden: true,
      back: 'a secret ü',
      now: 'a secret ü',
      damaged: 'refused',
      foreign: 'refused',
    });
    const keyFile = join(started.userData, 'safe-storage.key');
    if (runtime.name === 'chromium' && results.backend === 'basic_text') {
      expect(statSync(keyFile).mode & 0o777).toBe(0o600);
      expect(readFileSync(keyFile)).toHaveLength(32);
    }
  });

  it('run a utility process that ends with its own code', async () => {
    const results = await started.app.evaluate(
      async ({ app, MessageChannelMain, utilityProcess }) => {
        const service = utilityProcess.fork(`${app.getAppPath()}/service.js`, ['given'], {
          serviceName: 'fixture service',
          env: { ...process.env, FIXTURE_SERVICE: 'yes' },
          stdio: 'pipe',
        });
        let output = '';
        service.stdout?.on('data', (chunk) => {
          output += String(chunk);
        });
        // Sent before the process exists, and queued until then.
        service.postMessage({ bytes: new Uint8Array([1, 2, 3]) });
        const answer = await new Promise<unknown>((resolve) => {
          service.once('message', resolve);
        });
        const { port1, port2 } = new MessageChannelMain();
        service.postMessage(null, [port1]);
        port2.postMessage('the port');
        const heard = await new Promise<unknown>((resolve) => {
          port2.once('message', ({ data }) => resolve(data));
          port2.start();
        });
        const hadPid = typeof service.pid === 'number';
        service.postMessage('exit');
        const code = await new Promise<unknown>((resolve) => {
          service.once('exit', resolve);
        });
        return { answer, heard, hadPid, code, pid: service.pid, output };
      },
    );
    expect(results).toMatchObject({
      answer: { echo: { bytes: { 0: 1, 1: 2, 2: 3 } }, isBytes: true },
      heard: 'service heard the port',
      hadPid: true,
      code: 7,
      output: 'service speaks given yes\n',
    });
  }, 60_000);

  it('end a utility process that is killed', async () => {
    const isKilled = await started.app.evaluate(async ({ app, utilityProcess }) => {
      const service = utilityProcess.fork(`${app.getAppPath()}/service.js`, [], {
        stdio: 'ignore',
      });
      await new Promise((resolve) => {
        service.once('spawn', () => resolve(null));
      });
      const wasAsked = service.kill();
      await new Promise((resolve) => {
        service.once('exit', resolve);
      });
      return wasAsked && !service.kill();
    });
    expect(isKilled).toBe(true);
  }, 60_000);

  it('choose the theme of pages', async () => {
    const isDark = (): Promise<boolean> =>
      started.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    const choose = (source: 'system' | 'light' | 'dark'): Promise<boolean> =>
      started.app.evaluate(({ nativeTheme }, wanted) => {
        nativeTheme.themeSource = wanted;
        return nativeTheme.shouldUseDarkColors;
      }, source);
    expect(await choose('dark')).toBe(true);
    await expect.poll(isDark).toBe(true);
    expect(await choose('light')).toBe(false);
    await expect.poll(isDark).toBe(false);
    await choose('system');
  });

  it('know the screen', async () => {
    const area = await started.app.evaluate(({ screen }) => {
      const { bounds, workArea, scaleFactor } = screen.getPrimaryDisplay();
      return { bounds, workArea, scaleFactor, count: screen.getAllDisplays().length };
    });
    expect(area.bounds.width).toBeGreaterThan(600);
    expect(area.workArea.height).toBeLessThanOrEqual(area.bounds.height);
    expect([area.scaleFactor > 0, area.count > 0]).toEqual([true, true]);
  });

  it('open nothing but web and mail addresses outside', async () => {
    const texts = await started.app.evaluate(async ({ shell }) => {
      const refused: string[] = [];
      for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'nonsense']) {
        await shell.openExternal(url).catch((error: unknown) => refused.push(String(error)));
      }
      return refused;
    });
    if (runtime.name === 'chromium') {
      expect(texts).toHaveLength(3);
    }
  });

  it('move a file to the trash', async () => {
    const file = join(started.userData, 'away.txt');
    writeFileSync(file, 'x');
    const text = await started.app.evaluate(
      ({ shell }, path) =>
        shell.trashItem(path).then(
          () => 'moved',
          (error: unknown) => String(error),
        ),
      file,
    );
    // Some machines have no trash on this file system; the fault then has that reason.
    expect(text).toMatch(/^moved$|trash/);
    expect(existsSync(file)).toBe(text !== 'moved');
  }, 60_000);

  it('ask the user in a message box', async () => {
    const answer = started.app.evaluate(({ BrowserWindow, dialog }) =>
      dialog.showMessageBox(BrowserWindow.getAllWindows()[0]!, {
        message: 'Shall we?',
        buttons: ['Yes', 'No'],
      }),
    );
    if (runtime.name === 'electron') {
      // A native box cannot be answered from here.
      void answer;
      return;
    }
    // The dialog is in a closed shadow tree; its host is the third child of the document.
    await expect
      .poll(() => started.page.evaluate(() => document.documentElement.childElementCount))
      .toBe(3);
    await started.page.keyboard.press('Escape');
    expect(await answer).toEqual({ response: 1, checkboxChecked: false });
  }, 60_000);

  it('let the user type where to save when the desktop has no chooser', async () => {
    if (runtime.name === 'electron' || findProgram('zenity') !== null) {
      process.stdout.write('a native chooser cannot be answered from here\n');
      return;
    }
    const boxes = (): Promise<number> =>
      started.page.evaluate(() => document.documentElement.childElementCount);
    const taken = join(started.userData, 'taken.txt');
    writeFileSync(taken, 'old');
    const answer = started.app.evaluate(
      ({ BrowserWindow, dialog }, path) =>
        dialog.showSaveDialog(BrowserWindow.getAllWindows()[0]!, { defaultPath: path }),
      taken,
    );
    await expect.poll(boxes).toBe(3);
    // "taken" is selected. First a missing folder is entered, then an existing file.
    await started.page.keyboard.type('no/such');
    await started.page.keyboard.press('Enter');
    await expect.poll(boxes).toBe(3);
    await started.page.keyboard.press('Control+A');
    await started.page.keyboard.type(taken);
    await started.page.keyboard.press('Enter');
    await expect.poll(boxes).toBe(3);
    await started.page.keyboard.press('Tab');
    await started.page.keyboard.press('Enter');
    expect(await answer).toEqual({ canceled: false, filePath: taken });
  }, 60_000);

  it('let the user choose files with the chooser of the browser', async () => {
    if (runtime.name === 'electron' || findProgram('zenity') !== null) {
      process.stdout.write('a native chooser cannot be answered from here\n');
      return;
    }
    const file = join(started.userData, 'chosen.txt');
    writeFileSync(file, 'x');
    const shown = started.page.waitForEvent('filechooser');
    // Playwright intercepts choosers without a reply; its next call completes afterwards.
    await started.page.evaluate(() => null);
    const answer = started.app.evaluate(({ BrowserWindow, dialog }) =>
      dialog.showOpenDialog(BrowserWindow.getAllWindows()[0]!, {
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'Text', extensions: ['txt'] }],
      }),
    );
    await (await shown).setFiles([file]);
    expect(await answer).toEqual({ canceled: false, filePaths: [file] });
  }, 60_000);
});
