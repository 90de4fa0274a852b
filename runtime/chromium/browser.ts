import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { CdpConnection, type CdpSession } from '../cdp/connection.ts';
import type { PausedRequest, TargetInfo } from '../cdp/protocol.ts';
import { checkMembers } from '../cdp/self-check.ts';
import { logBug } from '../log.ts';
import { requireChromium } from './find.ts';
import { listBrowserFlags, type FlagOptions } from './flags.ts';
import { requestWindow } from './hand-over.ts';
import { clearStaleLock } from './profile-lock.ts';

/** A page of the browser whose first request waits until {@link CdpSession} sends it on. */
export interface OpenedPage {
  readonly session: CdpSession;
  readonly target: TargetInfo;
}

/** Events for the owner of the browser. */
export interface BrowserEvents {
  /** The process has exited, requested or not; nothing can be sent any more. */
  readonly onExit: (code: number | null, signal: NodeJS.Signals | null) => void;
  /** A request waits; it must be continued, answered or failed. */
  readonly onRequest: (request: PausedRequest) => void;
  readonly onTargetDestroyed: (targetId: string) => void;
}

interface WaitingPage {
  readonly resolve: (page: OpenedPage) => void;
  readonly reject: (error: Error) => void;
}

const startTimeoutMs = 30_000;
const windowTimeoutMs = 20_000;
const endTimeoutMs = 4_000;
const maxLogLength = 4_000;
const devToolsLine = /^DevTools listening on ws:\S+$/m;
const onlyPages = [{ type: 'page' }, { exclude: true }];

/** The Chromium process of the app, driven over a pipe. */
export class Browser {
  readonly #process: ChildProcess;
  readonly #binary: string;
  readonly #flags: FlagOptions;
  readonly #connection: CdpConnection;
  readonly #ended: Promise<void>;
  #log = '';
  #waiting: WaitingPage | null = null;
  #lastOpening: Promise<unknown> = Promise.resolve();
  /** Full version, such as `156.0.8078.79`. */
  version = '';
  userAgent = '';

  private constructor(binary: string, flags: FlagOptions, events: BrowserEvents) {
    this.#binary = binary;
    this.#flags = flags;
    this.#process = spawn(binary, listBrowserFlags(flags), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    const [, , log, toBrowser, fromBrowser] = this.#process.stdio;
    if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable)) {
      throw new Error('The debugging pipe could not be opened.');
    }
    this.#connection = new CdpConnection({ fromBrowser, toBrowser, onListenerError: logBug });
    log?.on('data', (chunk: Buffer) => this.#readLog(String(chunk)));
    this.#ended = new Promise((resolve) => {
      this.#process.on('error', (error) => {
        this.#log += error.message;
        this.#connection.close();
        resolve();
      });
      this.#process.on('exit', (code, signal) => {
        this.#connection.close();
        this.#waiting?.reject(new Error('Chromium ended before the window was there.'));
        resolve();
        events.onExit(code, signal);
      });
    });
    this.#listen(events);
  }

  /** Starts the system's Chromium. Throws with its last words when it does not come up. */
  static async start(flags: FlagOptions, events: BrowserEvents): Promise<Browser> {
    const binary = requireChromium();
    requireDisplay();
    mkdirSync(flags.profileFolder, { recursive: true, mode: 0o700 });
    clearStaleLock(flags.profileFolder);
    const browser = new Browser(binary, flags, events);
    const timer = setTimeout(() => browser.#process.kill('SIGKILL'), startTimeoutMs);
    try {
      const { product, userAgent } = await browser.cdp.send('Browser.getVersion', {});
      browser.version = product.slice(product.indexOf('/') + 1);
      browser.userAgent = userAgent;
    } catch (cause) {
      await browser.#ended;
      throw new Error(`Chromium (${binary}) did not start. ${browser.#log.trim()}`, { cause });
    } finally {
      clearTimeout(timer);
    }
    await Promise.all([
      checkMembers(browser.cdp, 'browser', browser.version),
      browser.cdp.send('Target.setDiscoverTargets', { discover: true, filter: onlyPages }),
      browser.cdp.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: onlyPages,
      }),
    ]);
    return browser;
  }

  /** The browser as a whole. */
  get cdp(): CdpSession {
    return this.#connection.browser;
  }

  get isGone(): boolean {
    return this.#connection.isClosed;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Opens an app window; its page waits before the first request. One at a time, in order. */
  openPage(url: string): Promise<OpenedPage> {
    const opening = this.#lastOpening.then(() => this.#openPage(url));
    this.#lastOpening = opening.catch(() => {
      // The caller of this opening gets the error; the next one starts all the same.
    });
    return opening;
  }

  /** Ends the browser: asks first, then insists. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), endTimeoutMs);
    // The browser may exit before it answers, as requested.
    void this.cdp.send('Browser.close', {}).catch(() => {});
    await this.#ended;
    clearTimeout(timer);
  }

  async #openPage(url: string): Promise<OpenedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<OpenedPage>();
    this.#waiting = { resolve, reject };
    const timer = setTimeout(() => {
      reject(new Error(`No window came up within ${windowTimeoutMs} ms.`));
    }, windowTimeoutMs);
    try {
      await requestWindow({ binary: this.#binary, flags: this.#flags, url });
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }

  #listen(events: BrowserEvents): void {
    const { cdp } = this;
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const session = this.#connection.session(sessionId);
      const waiting = this.#waiting;
      if (targetInfo.url.startsWith('devtools:')) {
        void session.send('Runtime.runIfWaitingForDebugger', {}).catch(logBug);
      } else if (waiting === null || targetInfo.openerId !== undefined) {
        // Unrequested window, opened by a key or a link of the browser itself.
        void cdp.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(logBug);
        // Its opener shares a thread with it, which is blocked while the closed window waits for the debugger.
        void session.send('Runtime.runIfWaitingForDebugger', {}).catch(() => {
          // The window was gone before it began to wait.
        });
      } else {
        this.#waiting = null;
        waiting.resolve({ session, target: targetInfo });
      }
    });
    cdp.on('Target.targetDestroyed', ({ targetId }) => events.onTargetDestroyed(targetId));
    cdp.on('Fetch.requestPaused', events.onRequest);
  }

  #readLog(text: string): void {
    this.#log = (this.#log + text).slice(-maxLogLength);
    const line = devToolsLine.exec(text)?.[0];
    if (line !== undefined) {
      // Test tools wait for this line on our own standard error.
      process.stderr.write(`${line}\n`);
    }
  }
}

/** Chromium's own words for a missing display are hard to understand. */
function requireDisplay(): void {
  const displays = [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']];
  if (displays.every((name) => name === undefined || name === '')) {
    throw new Error(
      'Unable to open X display: neither DISPLAY nor WAYLAND_DISPLAY is set. ' +
        'Start the app on a desktop, or under a virtual display such as Xvfb.',
    );
  }
}
