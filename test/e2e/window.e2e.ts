import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxChunkBytes } from '../../src/contract/ipc/chunks.ts';
import { callPage } from '../support/page-bridge.ts';
import { expect, test } from './fixture.ts';

test('the window opens with the page, its navigation and no error', async ({ launch }) => {
  const { app, page } = await launch();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') {
      errors.push(message.text());
    }
  });
  await page.reload();
  for (const screen of ['live', 'create', 'voices', 'history', 'account', 'settings']) {
    await page.locator(`nav [data-screen="${screen}"]`).click();
    await expect(page.locator('main h1').first()).toBeVisible();
  }
  expect(await page.title()).toBe('Guise');
  expect(app.windows()).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('main reports its runtime and the paths of its files', async ({ page, profileFolder }) => {
  expect(await callPage(page, 'app.about', {})).toMatchObject({
    name: 'Guise',
    runtime: {
      kind: expect.stringMatching(/^(?:electron|chromium)$/),
      version: expect.stringMatching(/\d/),
      chromiumVersion: expect.stringMatching(/^\d+\./),
      reason: expect.stringMatching(/./),
    },
    nodeVersion: expect.stringMatching(/^\d+\./),
    platform: process.platform,
    paths: { data: expect.stringContaining(profileFolder) },
  });
});

test('settings survive a restart', async ({ launch }) => {
  const first = await launch();
  await callPage(first.page, 'settings.change', { theme: 'light', textScale: 1.2 });
  await first.close();
  const second = await launch();
  expect(await callPage(second.page, 'settings.read', {})).toMatchObject({
    theme: 'light',
    textScale: 1.2,
  });
});

test('the window reopens at its position', async ({ launch, profileFolder }) => {
  const first = await launch();
  const wanted = { x: 120, y: 90, width: 1100, height: 760 };
  await first.app.evaluate(({ BrowserWindow }, bounds) => {
    const window = BrowserWindow.getAllWindows()[0];
    window?.setBounds(bounds);
    // Not every runtime reports a change by the app itself; all report those by the user.
    window?.emit('resize');
  }, wanted);
  const read = (app: typeof first.app) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await expect.poll(async () => (await read(first.app))?.width).toBe(wanted.width);
  const seen = await read(first.app);
  await expect
    .poll(() => readJson(join(profileFolder, 'Guise', 'window.json')))
    .toEqual({ bounds: seen, isMaximized: false });
  await first.close();
  const second = await launch();
  await expect.poll(() => read(second.app)).toEqual(seen);
});

test('chunks of 100 KB at 20 Hz come back whole and in order', async ({ page }) => {
  test.slow();
  const outcome = await page.evaluate(async (sizeBytes) => {
    const bridge = window.guise;
    if (bridge === undefined) {
      throw new Error('The page has no bridge.');
    }
    const order: number[] = [];
    const durationsMs: number[] = [];
    let wrong = 0;
    const send = async (index: number): Promise<void> => {
      const bytes = new Uint8Array(sizeBytes).fill(index % 251);
      const startedMs = performance.now();
      const reply = (await bridge.call('app.echo', { bytes })) as {
        ok: boolean;
        value: { bytes: Uint8Array };
      };
      durationsMs.push(performance.now() - startedMs);
      const back = reply.value.bytes;
      const isWhole = back.byteLength === sizeBytes && back.every((byte) => byte === index % 251);
      wrong += reply.ok && isWhole ? 0 : 1;
      order.push(index);
    };
    const pending: Promise<void>[] = [];
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        pending.push(send(pending.length));
        if (pending.length === 60) {
          clearInterval(timer);
          resolve();
        }
      }, 50);
    });
    await Promise.all(pending);
    const sorted = durationsMs.toSorted((a, b) => a - b);
    return { order, wrong, p50Ms: sorted[30] ?? 0, maxMs: sorted.at(-1) ?? 0 };
  }, maxChunkBytes);
  expect(outcome.wrong).toBe(0);
  expect(outcome.order).toEqual(Array.from({ length: 60 }, (_, index) => index));
  test.info().annotations.push({
    type: 'round trip of 100 KB at 20 Hz',
    description: `p50 ${outcome.p50Ms.toFixed(1)} ms, at most ${outcome.maxMs.toFixed(1)} ms`,
  });
});

/** Reads a JSON file; null while it does not exist. */
function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}
