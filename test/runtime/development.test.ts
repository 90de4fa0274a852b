import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Display, openDisplay } from '../support/display.ts';
import { runtimes, startApp, type StartedApp } from './runtimes.ts';

let display: Display;
let server: Server;
let origin: string;
beforeAll(async () => {
  display = await openDisplay();
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('x-from', 'server');
    response.end(`<title>Served</title><p>Served ${request.url ?? ''}</p>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await display.close();
  server.closeAllConnections();
  server.close();
});

describe.each(runtimes)('pages of a development server on $name', (runtime) => {
  if (runtime.executable === null) {
    it.skip(`is skipped: ${runtime.reason}`, () => {});
    return;
  }
  let started: StartedApp;
  beforeAll(async () => {
    started = await startApp(runtime, display, { env: { ELECTRON_RENDERER_URL: origin } });
  }, 60_000);
  afterAll(() => started.close());

  it('load with the preload, and webRequest sees and changes their headers', async () => {
    const seen = await started.app.evaluate(async ({ BrowserWindow, session }, url) => {
      const [win] = BrowserWindow.getAllWindows();
      const froms: unknown[] = [];
      session.defaultSession.webRequest.onHeadersReceived(
        { urls: ['http://127.0.0.1:*/*'] },
        (details, answer) => {
          froms.push([details.statusCode, details.responseHeaders?.['x-from']]);
          answer({ responseHeaders: { ...details.responseHeaders, 'x-added': ['by main'] } });
        },
      );
      await win!.loadURL(`${url}/first`);
      session.defaultSession.webRequest.onHeadersReceived(null);
      return froms;
    }, origin);
    expect(seen).toContainEqual([200, ['server']]);
    await started.page.getByText('Served /first').waitFor();
    const facts = await started.page.evaluate(async () => {
      const { add, invoke } = window.bridge;
      const sender = (await invoke?.('sender')) as { readonly origin: string } | undefined;
      return [add?.(1, 2), sender?.origin];
    });
    expect(facts).toEqual([3, origin]);
  });

  it('that are unreachable reject, and the window loads the next address', async () => {
    const texts = await started.app.evaluate(async ({ BrowserWindow }, url) => {
      const [win] = BrowserWindow.getAllWindows();
      const failed = await win!
        .loadURL('http://127.0.0.1:1/')
        .catch((error: unknown) => String(error));
      await win!.loadURL(`${url}/second`);
      return [failed, win!.webContents.getURL()];
    }, origin);
    expect(texts[0]).toMatch(/ERR_/);
    expect(texts[1]).toBe(`${origin}/second`);
  });
});
