import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { debianPackages } from '../../../scripts/lib/debian-packages.mjs';
import { findProgram } from '../../support/display.ts';
import { makeToken, type Target } from './targets.ts';

/** The clients that the suite drives, as their packages are installed. */
export const clientPackages = {
  /** One connection for both ways. */
  current: 'livekit-client',
  /** Knows only two connections. */
  older: 'livekit-client-v0',
} as const;

/** What a client in a page has seen. */
export interface PageSight {
  readonly state: string;
  readonly videos: readonly {
    readonly from: string;
    readonly frames: number;
    readonly width: number;
    readonly height: number;
    readonly luma: number;
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
    client: keyof typeof clientPackages,
    target: Target,
    who: { readonly identity: string; readonly room: string; readonly token?: string },
  ) => Promise<BrowserClient>;
  readonly close: () => Promise<void>;
}

/** Starts Chromium without a window. Throws when there is none. */
export async function openBrowserHost(): Promise<BrowserHost> {
  const programs = debianPackages.find((entry) => entry.name === 'chromium')?.programs ?? [];
  const executablePath = programs.map(findProgram).find((path) => path !== null);
  if (executablePath === undefined) {
    throw new Error('Clients in a page need Chromium: install the Debian package chromium.');
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://page');
    const name = url.searchParams.get('client') === 'older' ? 'older' : 'current';
    const file =
      url.pathname === '/'
        ? 'test/live/support/client-page.html'
        : `node_modules/${clientPackages[name]}/dist/livekit-client.umd.js`;
    const text = readFileSync(inProject(file), 'utf8');
    const isPage = url.pathname === '/';
    response.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript');
    response.end(text.replace('/livekit-client.js', `/livekit-client.js?client=${name}`));
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
      // On a machine without any network interface the loopback is all there is.
      '--allow-loopback-in-peer-connection',
    ],
  });
  return {
    async join(client, target, { identity, room, token }) {
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
      await call('join', { url: target.url, token: token ?? makeToken(target, identity, room) });
      return {
        page,
        call,
        see: async () => (await call('see')) as PageSight,
        close: () => page.close(),
      };
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
