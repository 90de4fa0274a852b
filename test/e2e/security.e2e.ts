import type { ElectronApplication } from '@playwright/test';
import { expect, testOfOneApp as test } from './fixture.ts';
import { attempt } from './policy-probe.ts';

test('the page has no Node and no Electron', async ({ page }) => {
  const found = await page.evaluate(() =>
    [
      'require',
      'process',
      'module',
      'exports',
      'global',
      'Buffer',
      'electron',
      'ipcRenderer',
    ].filter((name) => Reflect.has(globalThis, name)),
  );
  expect(found).toEqual([]);
});

test('the bridge is frozen and has three functions', async ({ page }) => {
  const bridge = await page.evaluate(() => {
    const before = window.guise;
    try {
      Reflect.set(window, 'guise', {});
      Reflect.set(before ?? {}, 'call', () => 'taken over');
    } catch {
      // An error is as good as no effect.
    }
    return {
      names: Object.keys(window.guise ?? {}).toSorted(),
      isSame: window.guise === before,
      isFrozen: Object.isFrozen(before),
    };
  });
  expect(bridge).toEqual({ names: ['addFile', 'call', 'on'], isSame: true, isFrozen: true });
});

test('the world of the preload script cannot be seen or changed by the page', async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const caught: string[] = [];
    const spy = (target: object, name: string): void => {
      const original = Reflect.get(target, name) as (...args: unknown[]) => unknown;
      Reflect.set(target, name, function wrapped(this: unknown, ...args: unknown[]) {
        const details = args.map(
          (arg) => (arg instanceof CustomEvent ? arg.detail : arg) as unknown,
        );
        if (JSON.stringify(details).includes('app.echo')) {
          caught.push(name);
        }
        return original.apply(this, args);
      });
    };
    spy(EventTarget.prototype, 'dispatchEvent');
    spy(EventTarget.prototype, 'addEventListener');
    spy(MessagePort.prototype, 'postMessage');
    spy(window, 'postMessage');
    spy(JSON, 'stringify');
    spy(Promise.prototype, 'then');
    const reply = await window.guise?.call('app.echo', { bytes: new Uint8Array([1]) });
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    frame.remove();
    return {
      caught,
      names: Object.getOwnPropertyNames(window).filter((name) => !usual.has(name)),
      isAnswered: (reply as { ok?: boolean } | undefined)?.ok,
    };
  });
  expect(seen.caught).toEqual([]);
  expect(seen.isAnswered).toBe(true);
  expect(seen.names).toContain('guise');
  expect(seen.names.filter((name) => /electron|binding|preload|ipc|node/i.test(name))).toEqual([]);
});

test('no code runs that did not come as a file of the page', async ({ page }) => {
  // oxlint-disable-next-line no-eval -- the test is that it does not work
  const evaluated = await attempt(page, () => (0, eval)('1 + 1'));
  expect(evaluated).toEqual({ result: 'EvalError', violated: ['script-src'] });

  // oxlint-disable-next-line typescript/no-implied-eval -- the test is that it does not work
  const constructed = await attempt(page, () => new Function('return 1')());
  expect(constructed).toEqual({ result: 'EvalError', violated: ['script-src'] });

  const inline = await attempt(page, () => {
    const script = document.createElement('script');
    script.textContent = 'window.hasRunInline = true';
    document.head.append(script);
    script.remove();
    return Reflect.has(window, 'hasRunInline');
  });
  expect(inline).toEqual({ result: false, violated: ['script-src-elem'] });

  const attribute = await attempt(page, () => {
    document.body.insertAdjacentHTML('beforeend', '<i id="probe" onclick="hasRunClick = 1"></i>');
    document.querySelector<HTMLElement>('#probe')?.click();
    document.querySelector('#probe')?.remove();
    return Reflect.has(window, 'hasRunClick');
  });
  expect(attribute).toEqual({ result: false, violated: ['script-src-attr'] });

  const address = await attempt(page, () => {
    const link = document.createElement('a');
    link.href = 'javascript:window.hasRunLink = 1';
    document.body.append(link);
    link.click();
    link.remove();
    return Reflect.has(window, 'hasRunLink');
  });
  expect(address).toEqual({ result: false, violated: ['script-src-elem'] });

  const blob = await attempt(page, () => {
    const url = URL.createObjectURL(new Blob(['self.postMessage(1)'], { type: 'text/javascript' }));
    return new Promise((resolve) => {
      try {
        const worker = new Worker(url);
        worker.addEventListener('message', () => resolve('ran'));
        worker.addEventListener('error', () => resolve('refused'));
      } catch {
        resolve('refused');
      }
    });
  });
  expect(blob).toEqual({ result: 'refused', violated: ['worker-src'] });
});

test('the page reaches nothing outside of the app', async ({ page }) => {
  const attempts: [string, () => unknown, string][] = [
    ['fetch', () => fetch('https://example.com/').then(() => 'reached'), 'connect-src'],
    ['http', () => fetch('http://127.0.0.1:9/').then(() => 'reached'), 'connect-src'],
    [
      'beacon',
      () => {
        navigator.sendBeacon('https://example.com/', 'x');
      },
      'connect-src',
    ],
    [
      'WebSocket',
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket('wss://example.com/');
          socket.addEventListener('open', () => resolve('reached'));
          socket.addEventListener('error', () => resolve('refused'));
        }),
      'connect-src',
    ],
    [
      'WebSocket of this computer',
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket('ws://127.0.0.1:9/');
          socket.addEventListener('open', () => resolve('reached'));
          socket.addEventListener('error', () => resolve('refused'));
        }),
      'connect-src',
    ],
    [
      'image',
      () =>
        new Promise((resolve) => {
          const image = new Image();
          image.addEventListener('load', () => resolve('reached'));
          image.addEventListener('error', () => resolve('refused'));
          image.src = 'https://example.com/x.png';
        }),
      'img-src',
    ],
    [
      'script',
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.addEventListener('load', () => resolve('reached'));
          script.addEventListener('error', () => resolve('refused'));
          script.src = 'https://example.com/x.js';
          document.head.append(script);
        }),
      'script-src-elem',
    ],
    [
      'style',
      () =>
        new Promise((resolve) => {
          const link = document.createElement('link');
          link.addEventListener('load', () => resolve('reached'));
          link.addEventListener('error', () => resolve('refused'));
          link.rel = 'stylesheet';
          link.href = 'https://example.com/x.css';
          document.head.append(link);
        }),
      'style-src-elem',
    ],
    [
      'frame',
      () => {
        const frame = document.createElement('iframe');
        frame.src = 'https://example.com/';
        document.body.append(frame);
        return new Promise((resolve) => {
          setTimeout(() => {
            frame.remove();
            resolve('refused');
          }, 200);
        });
      },
      'frame-src',
    ],
    [
      'form',
      () => {
        const form = document.createElement('form');
        form.action = 'https://example.com/';
        document.body.append(form);
        form.requestSubmit();
        form.remove();
      },
      'form-action',
    ],
    [
      'base',
      () => {
        const base = document.createElement('base');
        base.href = 'https://example.com/';
        document.head.append(base);
        const { origin } = new URL('x', document.baseURI);
        base.remove();
        return origin === 'https://example.com' ? 'reached' : 'refused';
      },
      'base-uri',
    ],
  ];
  for (const [what, action, directive] of attempts) {
    const { result, violated } = await attempt(page, action);
    expect(result, what).not.toBe('reached');
    expect(violated, what).toContain(directive);
  }
});

test('the server of the page serves its files and nothing else', async ({ page }) => {
  const answers = await page.evaluate(async () => {
    const ask = async (path: string, init?: RequestInit) => {
      const response = await fetch(path, init);
      return { status: response.status, headers: Object.fromEntries(response.headers) };
    };
    return {
      index: await ask('index.html'),
      outside: await Promise.all(
        ['..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '..%5cpackage.json', '.env'].map(
          async (path) => (await ask(path)).status,
        ),
      ),
      written: (await ask('index.html', { method: 'POST', body: 'x' })).status,
      part: await ask(document.querySelector('script')?.src ?? '', {
        headers: { Range: 'bytes=2-5' },
      }),
    };
  });
  expect(answers.index.status).toBe(200);
  expect(answers.index.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  const policy = answers.index.headers['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  // The relay of rooms in main, and no other address except the page's own origin.
  expect(policy).toMatch(
    /connect-src 'self' ws:\/\/127\.0\.0\.1:(\d+) http:\/\/127\.0\.0\.1:\1(;|$)/,
  );
  expect(answers.outside).toEqual([404, 404, 404, 404]);
  expect(answers.written).toBe(405);
  expect(answers.part).toMatchObject({
    status: 206,
    headers: {
      'content-length': '4',
      'content-range': expect.stringMatching(/^bytes 2-5\/\d+$/),
      'content-type': 'text/javascript; charset=utf-8',
    },
  });
});

/** Records addresses that would open in the user's browser, instead of opening them. */
function recordOpened(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedOutside', opened);
    shell.openExternal = async (url: string) => {
      opened.push(url);
    };
  });
}

function readOpened(app: ElectronApplication): Promise<unknown> {
  return app.evaluate(() => Reflect.get(globalThis, 'openedOutside') as unknown);
}

test('the window navigates to no other address', async ({ app, page }) => {
  await recordOpened(app);
  const before = page.url();
  const targets = [
    'https://example.com/',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    'data:text/html,x',
    'blob:x',
    'assets/none.html',
  ];
  for (const target of targets) {
    await page.evaluate((url) => {
      Reflect.set(window, 'isStillHere', true);
      const link = document.createElement('a');
      link.href = url;
      document.body.append(link);
      link.click();
      link.remove();
      return new Promise((resolve) => {
        setTimeout(resolve, 150);
      });
    }, target);
    const isStillHere = await page.evaluate(() => Reflect.get(window, 'isStillHere') as unknown);
    expect([page.url(), isStillHere], target).toEqual([before, true]);
  }
  expect(await readOpened(app)).toEqual([]);
});

test('an empty document instead of the page cannot reach main and does not stay', async ({
  page,
}) => {
  await page.locator('nav [data-screen="history"]').click();
  await page
    .evaluate(() => {
      location.href = 'about:blank';
    })
    .catch(() => undefined);
  await expect(page.locator('nav [data-screen="history"]')).toBeVisible();
  expect(page.url()).toContain('index.html');
});

test('no window opens; an https link opens outside, anything else does not', async ({
  app,
  page,
}) => {
  await recordOpened(app);
  await page.evaluate(async () => {
    const opened: (Window | null)[] = [];
    Reflect.set(window, 'opened', opened);
    for (const url of [
      'https://example.com/a b',
      'https://user:pass@example.com/',
      'http://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'about:blank',
      'index.html',
    ]) {
      opened.push(window.open(url));
      await new Promise((resolve) => {
        setTimeout(resolve, 150);
      });
    }
    const link = document.createElement('a');
    link.href = 'https://example.com/link';
    link.target = '_blank';
    document.body.append(link);
    link.click();
    link.remove();
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
  });
  const countOpen = () =>
    page.evaluate(() => {
      const opened = Reflect.get(window, 'opened') as (Window | null)[];
      return opened.filter((one) => one !== null && !one.closed).length;
    });
  await expect.poll(countOpen).toBe(0);
  await expect
    .poll(() => readOpened(app))
    .toEqual(['https://example.com/a%20b', 'https://example.com/link']);
  const count = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect([count, app.windows().length]).toEqual([1, 1]);
});

test('the page may use camera and microphone', async ({ launch }) => {
  const { page } = await launch({ args: ['--use-fake-device-for-media-stream'] });
  const tracks = await page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
    const kinds = stream.getTracks().map((track) => `${track.kind} ${track.readyState}`);
    for (const track of stream.getTracks()) {
      track.stop();
    }
    return kinds.toSorted();
  });
  expect(tracks).toEqual(['audio live', 'video live']);
});

test('the page may use nothing else', async ({ page }) => {
  const asked = await page.evaluate(async () => {
    const locate = (): Promise<string> =>
      new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('located'),
          (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : error.message),
        );
      });
    const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
    return {
      location: await locate(),
      notifications: await Notification.requestPermission(),
      clipboard: await navigator.clipboard.readText().then(() => 'read', nameOf),
      midi: await navigator.requestMIDIAccess().then(() => 'open', nameOf),
    };
  });
  expect(asked).toEqual({
    location: 'denied',
    notifications: 'denied',
    clipboard: 'NotAllowedError',
    midi: expect.stringMatching(/^(?:NotAllowedError|SecurityError)$/),
  });
});
