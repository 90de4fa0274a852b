import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { requireChromium } from '../../../runtime/chromium/find.ts';
import { makeToken, type Target } from './targets.ts';

const pagePath = join(import.meta.dirname, 'client-page.html');
const sendOptionsPath = join(
  import.meta.dirname,
  '../../../src/renderer/live/session/send-options.ts',
);
const require = createRequire(import.meta.url);

/** The clients that the suite drives, as their packages are installed. */
const clientScripts = {
  /** One connection for both directions. */
  current: require.resolve('livekit-client'),
  /** Knows only two connections. */
  older: require.resolve('livekit-client-v0'),
} as const;

/** Tracks and events that a client in a page has received. */
export interface PageSight {
  readonly state: string;
  readonly videos: readonly {
    readonly from: string;
    readonly frames: number;
    readonly width: number;
    readonly height: number;
    readonly luma: number;
    /** Time at which a time code was first read from the video, on the wall clock; null before. */
    readonly firstReadAtMs: number | null;
  }[];
  readonly sounds: readonly { readonly from: string; readonly energy: number }[];
  readonly senders: readonly { readonly rid: string; readonly frames: number }[];
  readonly messages: readonly {
    readonly from: string;
    readonly text: string;
    readonly topic: string;
  }[];
  readonly events: readonly string[];
  readonly others: readonly { readonly identity: string; readonly muted: readonly boolean[] }[];
}

/** A participant in a page of Chromium. */
export interface BrowserClient {
  readonly page: Page;
  /** Calls a function of the page's `client`. */
  readonly call: (name: string, ...input: readonly unknown[]) => Promise<unknown>;
  readonly see: () => Promise<PageSight>;
  readonly close: () => Promise<void>;
}

/** A Chromium and a server with the clients' page. */
export interface BrowserHost {
  readonly join: (
    client: keyof typeof clientScripts,
    target: Target,
    who: { readonly identity: string; readonly room: string; readonly token?: string },
  ) => Promise<BrowserClient>;
  /** The page without a participant. */
  readonly open: (client: keyof typeof clientScripts) => Promise<BrowserClient>;
  readonly close: () => Promise<void>;
}

/** Starts headless Chromium; `camera` is raw video for its camera. Throws when Chromium is missing. */
export async function openBrowserHost({
  camera,
}: { readonly camera?: string } = {}): Promise<BrowserHost> {
  const executablePath = requireChromium();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://page');
    const name = url.searchParams.get('client') === 'older' ? 'older' : 'current';
    const isPage = url.pathname === '/';
    response.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript');
    if (isPage) {
      const text = readFileSync(pagePath, 'utf8');
      response.end(text.replace('/livekit-client.js', `/livekit-client.js?client=${name}`));
    } else if (url.pathname === '/send-options.js') {
      response.end(stripTypeScriptTypes(readFileSync(sendOptionsPath, 'utf8')));
    } else {
      response.end(readFileSync(clientScripts[name], 'utf8'));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--autoplay-policy=no-user-gesture-required',
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      // A machine without any network interface has only the loopback.
      '--allow-loopback-in-peer-connection',
      ...(camera === undefined
        ? []
        : [
            '--use-fake-ui-for-media-stream',
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-video-capture=${camera}`,
          ]),
    ],
  });
  const open = async (client: keyof typeof clientScripts): Promise<BrowserClient> => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/?client=${client}`);
    const call = (name: string, ...input: readonly unknown[]): Promise<unknown> =>
      page.evaluate(
        ([method, values]) => {
          const api = Reflect.get(globalThis, 'client') as Record<
            string,
            (...values: readonly unknown[]) => unknown
          >;
          return api[method]?.(...values);
        },
        [name, input] as const,
      );
    const see = async (): Promise<PageSight> => (await call('see')) as PageSight;
    return { page, call, see, close: () => page.close() };
  };
  return {
    open,
    async join(client, target, { identity, room, token }) {
      const opened = await open(client);
      await opened.call('join', {
        url: target.url,
        token: token ?? makeToken(target, identity, room),
      });
      return opened;
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
