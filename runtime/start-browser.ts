import { join } from 'node:path';
import { Browser, type BrowserEvents } from './chromium/browser.ts';
import { getHost } from './host.ts';

let starting: Promise<Browser> | null = null;
let browser: Browser | null = null;
const { promise: firstStart, resolve: resolveStart } = Promise.withResolvers<Browser>();

/** Starts the app's browser. Rejects with the reason when none can be started. */
export function startBrowser(options: {
  readonly userDataFolder: string;
  readonly appName: string;
  readonly addedSwitches: readonly string[];
  readonly events: BrowserEvents;
}): Promise<Browser> {
  const { args } = getHost();
  starting ??= Browser.start(
    {
      profileFolder: join(options.userDataFolder, 'chromium'),
      windowClass: options.appName,
      isDevelopment: isDevelopment(),
      debuggingPort: args.remoteDebuggingPort,
      extra: [...args.chromiumSwitches, ...options.addedSwitches],
    },
    options.events,
  ).then((started) => {
    browser = started;
    resolveStart(started);
    return started;
  });
  return starting;
}

/** The browser, once it runs; waits for the start. */
export function waitForBrowser(): Promise<Browser> {
  return firstStart;
}

/** The browser, or null before it has started. */
export function findBrowser(): Browser | null {
  return browser;
}

/** Pages come from a development server on this machine when electron-vite says where it is. */
function isDevelopment(): boolean {
  return !getHost().isPackaged && process.env['ELECTRON_RENDERER_URL'] !== undefined;
}
