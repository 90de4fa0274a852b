import { maxChunkBytes } from '../../src/contract/ipc/chunks.ts';
import { expect, testOfOneApp as test } from './fixture.ts';
import { toCode, sendRawCall } from './raw-call.ts';

test('unknown names and wrong inputs are refused with a code', async ({ page }) => {
  for (const name of ['app.quit', 'toString', '__proto__', '', null, 7, {}]) {
    expect(toCode(await sendRawCall(page, name, {})), JSON.stringify(name)).toBe('invalid_input');
  }
  const wrong: [string, unknown][] = [
    ['app.about', { more: 1 }],
    ['app.about', null],
    ['app.reveal', { folder: '/etc' }],
    ['settings.change', { theme: 'pink' }],
    ['settings.change', { textScale: 1e9 }],
    ['view.keep', { state: 'x'.repeat(65_537) }],
    ['profiles.add', { name: 'x', baseUrl: 'http://example.com', apiKey: 'sk-12345678' }],
    ['profiles.add', { name: 'x', baseUrl: 'https://u:p@example.com', apiKey: 'sk-12345678' }],
    ['profiles.add', { name: 'x', baseUrl: 'https://example.com', apiKey: 'short' }],
    ['profiles.remove', { id: 'this-computer' }],
    ['app.open_external', { url: 'file:///etc/passwd' }],
  ];
  for (const [name, input] of wrong) {
    expect(toCode(await sendRawCall(page, name, input)), `${name} ${JSON.stringify(input)}`).toBe(
      'invalid_input',
    );
  }
  expect(toCode(await sendRawCall(page, 'profiles.activate', { id: 'none' }))).toBe('not_found');
  expect(toCode(await sendRawCall(page, 'profiles.check', { id: 'none' }))).toBe('not_found');
});

test('a chunk above the limit is refused', async ({ page }) => {
  const reply = await page.evaluate(
    (sizeBytes) => window.guise?.call('app.echo', { bytes: new Uint8Array(sizeBytes) }),
    maxChunkBytes + 1,
  );
  expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

test('an error crosses without a stack or a path', async ({ page }) => {
  const reply = await sendRawCall(page, 'profiles.activate', { id: 'none' });
  expect(JSON.stringify(reply)).not.toMatch(/ at |\.ts|\.js|node_modules|\/out\//);
});

test('no foreign page in the window can call', async ({ launch }) => {
  const { app } = await launch();
  await app.evaluate(({ protocol }) => {
    protocol.handle('foreign', () => {
      const headers = { 'Content-Type': 'text/html' };
      return new Response('<!doctype html><title>foreign</title><p>foreign', { headers });
    });
  });
  for (const url of ['foreign://page/index.html', 'data:text/html,<title>foreign</title>']) {
    const outcome = await app.evaluate(async ({ BrowserWindow }, foreign) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      await contents?.loadURL(foreign);
      const question = `globalThis.guise === undefined
        ? 'no bridge'
        : guise.call('app.about', {}).then((reply) => reply.ok ? 'answered' : reply.error.code)`;
      return {
        title: (await contents?.executeJavaScript('document.title')) as unknown,
        answer: (await contents?.executeJavaScript(question)) as unknown,
      };
    }, url);
    expect(outcome.title, url).toBe('foreign');
    expect(['no bridge', 'forbidden'], url).toContain(outcome.answer);
  }
});

test('a frame inside the page has no bridge', async ({ page }) => {
  const inner = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const found = frame.contentWindow === null ? 'none' : typeof frame.contentWindow.guise;
    frame.remove();
    return found;
  });
  expect(inner).toBe('undefined');
});

test('a listener hears an event until it stops', async ({ page }) => {
  const heard = await page.evaluate(async () => {
    const bridge = window.guise;
    const themes: unknown[] = [];
    const stop = bridge?.on('settings.changed', (payload) => {
      themes.push((payload as { theme: string }).theme);
    });
    await bridge?.call('settings.change', { theme: 'light' });
    await bridge?.call('settings.change', { theme: 'dark' });
    stop?.();
    await bridge?.call('settings.change', { theme: 'system' });
    await bridge?.call('app.about', {});
    return themes;
  });
  expect(heard).toEqual(['light', 'dark']);
});
