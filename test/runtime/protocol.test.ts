import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Display, openDisplay } from '../support/display.ts';
import { runtimes, startApp, type StartedApp } from './runtimes.ts';

let display: Display;
beforeAll(async () => {
  display = await openDisplay();
});
afterAll(() => display.close());

describe.each(runtimes)('schemes and permissions on $name', (runtime) => {
  if (runtime.executable === null) {
    it.skip(`is skipped: ${runtime.reason}`, () => {});
    return;
  }
  let started: StartedApp;
  beforeAll(async () => {
    started = await startApp(runtime, display, {
      args: ['--use-fake-device-for-media-stream'],
    });
  }, 60_000);
  afterAll(() => started.close());

  it('passes method, headers, query and body to the handler, and returns its reply', async () => {
    const answer = await started.page.evaluate(async () => {
      const response = await fetch('/request?a=1', {
        method: 'POST',
        headers: { 'x-test': 'given' },
        body: 'the body ü',
      });
      return [response.status, response.headers.get('x-answer'), await response.json()];
    });
    expect(answer).toEqual([
      201,
      'yes',
      { host: 'bundle', search: '?a=1', method: 'POST', type: 'given', body: 'the body ü' },
    ]);
  });

  it('passes a large body completely', async () => {
    const length = await started.page.evaluate(async () => {
      const response = await fetch('/request', { method: 'POST', body: 'x'.repeat(3_000_000) });
      return ((await response.json()) as { body: string }).body.length;
    });
    expect(length).toBe(3_000_000);
  });

  it('passes on a missing file, a failing handler and a redirect', async () => {
    const results = await started.page.evaluate(async () => [
      (await fetch('/missing.txt')).status,
      await fetch('/throws').then(
        () => 'answered',
        (error: unknown) => (error instanceof Error ? error.name : 'other'),
      ),
      await fetch('/redirect').then(async (response) => [
        new URL(response.url).pathname,
        (await response.text()).includes('The other page'),
      ]),
    ]);
    expect(results).toEqual([404, 'TypeError', ['/other.html', true]]);
  });

  it('answers ranges with 206 and the requested bytes', async () => {
    const part = await started.page.evaluate(async () => {
      const response = await fetch('/media.bin', { headers: { range: 'bytes=1000-1999' } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isRight = bytes.every((byte, index) => byte === (1000 + index) % 251);
      return [response.status, response.headers.get('content-range'), bytes.length, isRight];
    });
    expect(part).toEqual([206, 'bytes 1000-1999/10000000', 1000, true]);
  });

  it('serves an open range part by part until its end', async () => {
    const whole = await started.page.evaluate(async () => {
      let offset = 0;
      let isRight = true;
      while (offset < 10_000_000) {
        const response = await fetch('/media.bin', { headers: { range: `bytes=${offset}-` } });
        const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(
          response.headers.get('content-range') ?? '',
        ) ?? ['', '-1', '-1'];
        const bytes = new Uint8Array(await response.arrayBuffer());
        isRight &&= Number(start) === offset && bytes.length === Number(end) - offset + 1;
        isRight &&= bytes.every((byte, index) => byte === (offset + index) % 251);
        if (bytes.length === 0) {
          return [offset, false];
        }
        offset += bytes.length;
      }
      return [offset, isRight];
    });
    expect(whole).toEqual([10_000_000, true]);
  }, 30_000);

  it('streams a whole file', async () => {
    const length = await started.page.evaluate(
      async () => (await (await fetch('/media.bin')).arrayBuffer()).byteLength,
    );
    expect(length).toBe(10_000_000);
  }, 30_000);

  it('gives pages a secure origin with workers and storage', async () => {
    const facts = await started.page.evaluate(async () => {
      localStorage.setItem('key', 'value');
      const folder = await navigator.storage.getDirectory();
      return [isSecureContext, localStorage.getItem('key'), folder.kind, typeof AudioWorklet];
    });
    expect(facts).toEqual([true, 'value', 'directory', 'function']);
  });

  it('fetches files and schemes of its own in main', async () => {
    const results = await started.app.evaluate(async ({ app, net }) => {
      const file = await net.fetch(`file://${app.getAppPath()}/index.html`);
      const page = await net.fetch('app://bundle/index.html');
      const missing = await net
        .fetch('file:///no/such/file')
        .catch((error: unknown) => String(error));
      return [
        file.headers.get('content-type'),
        (await file.text()).includes('Fixture'),
        (await page.text()).includes('Fixture'),
        missing,
      ];
    });
    expect(results[0]).toMatch(/^text\/html/);
    expect(results.slice(1, 3)).toEqual([true, true]);
    expect(results[3]).toContain('ERR_FILE_NOT_FOUND');
  });

  it('shows requests and responses to webRequest, which may change them', async () => {
    await started.app.evaluate(({ session }) => {
      const { webRequest } = session.defaultSession;
      webRequest.onBeforeRequest(
        { urls: ['app://bundle/blocked*', 'https://*/*'] },
        (details, answer) => {
          answer({ cancel: details.url.includes('blocked') || details.url.startsWith('https') });
        },
      );
      webRequest.onHeadersReceived((details, answer) => {
        answer({ responseHeaders: { ...details.responseHeaders, 'x-added': ['by main'] } });
      });
    });
    const results = await started.page.evaluate(async () => [
      await fetch('/blocked.txt').then(
        () => 'answered',
        () => 'blocked',
      ),
      (await fetch('/other.html')).headers.get('x-added'),
    ]);
    expect(results).toEqual(['blocked', 'by main']);
    await started.app.evaluate(({ session }) => {
      session.defaultSession.webRequest.onBeforeRequest(null);
      session.defaultSession.webRequest.onHeadersReceived(null);
    });
    const after = await started.page.evaluate(async () => (await fetch('/blocked.txt')).status);
    expect(after).toBe(404);
  });

  it('asks the handlers for permissions of a page', async () => {
    const tryMedia = (): Promise<string> =>
      started.page.evaluate(() =>
        navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
          (stream) => {
            for (const track of stream.getTracks()) {
              track.stop();
            }
            return 'granted';
          },
          (error: unknown) => (error instanceof Error ? error.name : 'other'),
        ),
      );
    const reload = async (): Promise<void> => {
      await started.page.reload();
      await started.page.getByText('7 is 7').waitFor();
    };
    await started.app.evaluate(({ session }) => {
      const asked: unknown[] = [];
      Reflect.set(globalThis, 'asked', asked);
      session.defaultSession.setPermissionRequestHandler((contents, name, answer, details) => {
        asked.push([name, new URL(details.requestingUrl).host, details.isMainFrame, contents.id]);
        answer(false);
      });
    });
    await reload();
    expect(await tryMedia()).toBe('NotAllowedError');
    const asked = await started.app.evaluate(() => Reflect.get(globalThis, 'asked') as unknown[]);
    expect(asked).toContainEqual(['media', 'bundle', true, 1]);

    await started.app.evaluate(({ session }) => {
      session.defaultSession.setPermissionRequestHandler((_contents, name, answer) => {
        answer(name === 'media');
      });
      session.defaultSession.setPermissionCheckHandler((_contents, name) => name === 'media');
    });
    await reload();
    expect(await tryMedia()).toBe('granted');
    const states = await started.page.evaluate(() =>
      Promise.all(
        ['camera', 'geolocation', 'notifications'].map(
          async (name) =>
            (await navigator.permissions.query({ name: name as 'geolocation' })).state,
        ),
      ),
    );
    expect(states).toEqual(['granted', 'denied', 'denied']);

    await started.app.evaluate(({ session }) => {
      session.defaultSession.setPermissionCheckHandler(() => false);
    });
    await reload();
    expect(await tryMedia()).toBe('NotAllowedError');
  }, 30_000);
});
