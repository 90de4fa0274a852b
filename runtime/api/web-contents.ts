import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FromPage } from '../agents/messages.ts';
import { findBrowser } from '../start-browser.ts';
import { getHost } from '../host.ts';
import { logBug } from '../log.ts';
import { toAppUrl } from '../page/app-url.ts';
import type { AppWindow } from '../page/app-window.ts';
import type { Page } from '../page/page.ts';
import type { ConsoleMessage } from '../page/remote-values.ts';
import type { Rectangle } from '../page/window-frame.ts';
import { app } from './app.ts';
import { guard, guardInstances } from './class-guard.ts';
import { createEvent } from './event.ts';
import { IpcMain } from './ipc-main.ts';
import { NativeImage } from './native-image.ts';
import { PageCalls } from './page-calls.ts';
import { type Session, session } from './session.ts';
import { WebFrameMain } from './web-frame-main.ts';
import { supported } from '../supported.ts';

/** Request of a page to open a new window. */
export interface WindowOpenDetails {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
  readonly referrer: { readonly url: string; readonly policy: string };
}

/** Answer to {@link WindowOpenDetails}. */
export type WindowOpenAnswer =
  | { readonly action: 'deny' }
  | { readonly action: 'allow'; readonly overrideBrowserWindowOptions?: object };

type WindowOpenHandler = (details: WindowOpenDetails) => WindowOpenAnswer;

const all = new Map<number, WebContents>();
let lastId = 0;

/** Electron's `WebContents`: the page of one BrowserWindow. */
export class WebContents extends EventEmitter {
  readonly id: number;
  readonly session: Session = session.defaultSession;
  readonly ipc = new IpcMain();
  readonly mainFrame: WebFrameMain;
  readonly #window: AppWindow;
  #calls: PageCalls | null = null;
  #title = '';
  #openHandler: WindowOpenHandler | null = null;
  #isFocused = false;

  constructor(window: AppWindow) {
    super();
    lastId += 1;
    this.id = lastId;
    this.#window = window;
    this.mainFrame = this.#createFrame();
    all.set(this.id, this);
    app.emit('web-contents-created', createEvent({}), this);
    window.on('opened', (page) => this.#subscribeToPage(page));
    window.on('closed', () => {
      all.delete(this.id);
      this.#calls?.close();
      this.emit('destroyed');
    });
  }

  /** For this module: all living instances. */
  static list(): WebContents[] {
    return [...all.values()];
  }

  /** For this module: see `requireContentsPage`. */
  static requirePage(contents: WebContents): Page {
    return contents.#requirePage();
  }

  /** For this module: the instance of a page target or of one of its frames. */
  static find(frameId: string, isSubframe: boolean): WebContents | null {
    const found = WebContents.list().find((contents) => {
      const { page } = contents.#window;
      return isSubframe ? page?.hasSubframe(frameId) === true : page?.targetId === frameId;
    });
    return found ?? null;
  }

  isDestroyed(): boolean {
    return this.#window.isClosed;
  }

  isCrashed(): boolean {
    return this.#window.page?.isCrashed ?? false;
  }

  isLoading(): boolean {
    return this.#window.page?.isLoading ?? false;
  }

  isLoadingMainFrame(): boolean {
    return this.isLoading();
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  getURL(): string {
    return this.#window.page?.url ?? '';
  }

  getTitle(): string {
    return this.#title;
  }

  getUserAgent(): string {
    return findBrowser()?.userAgent ?? '';
  }

  /** The browser process: Chromium does not tell the process of a page. */
  getOSProcessId(): number {
    return findBrowser()?.pid ?? 0;
  }

  loadURL(url: string): Promise<void> {
    return this.#window.load(url);
  }

  loadFile(
    path: string,
    options: { readonly hash?: string; readonly search?: string } = {},
  ): Promise<void> {
    const url = pathToFileURL(resolve(getHost().appPath, path));
    url.hash = options.hash ?? '';
    url.search = options.search ?? '';
    return this.loadURL(url.href);
  }

  reload(): void {
    void this.#window.reload(false).catch(logBug);
  }

  reloadIgnoringCache(): void {
    void this.#window.reload(true).catch(logBug);
  }

  stop(): void {
    void this.#window.page?.cdp.send('Page.stopLoading', {}).catch(logBug);
  }

  close(options: { readonly waitForBeforeUnload?: boolean } = {}): void {
    if (options.waitForBeforeUnload === true) {
      void this.#window.requestClose().catch(logBug);
    } else {
      this.#window.destroy();
    }
  }

  focus(): void {
    void this.#window.focus().catch(logBug);
  }

  forcefullyCrashRenderer(): void {
    // The answer never comes: that is the point.
    void this.#window.page?.cdp.send('Page.crash', {}).catch(() => {});
  }

  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') {
      throw new TypeError('Missing required channel argument');
    }
    this.#window.page?.send({ t: 'event', channel, args });
  }

  postMessage(channel: string, message: unknown, transfer: readonly unknown[] = []): void {
    this.#calls?.postMessage(channel, message, transfer);
  }

  executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return this.#requirePage().evaluate(code, userGesture);
  }

  async capturePage(area?: Rectangle): Promise<NativeImage> {
    const clip = area === undefined ? {} : { clip: { ...area, scale: 1 } };
    const { data } = await this.#requirePage().cdp.send('Page.captureScreenshot', {
      format: 'png',
      ...clip,
    });
    return new NativeImage(Buffer.from(data, 'base64'));
  }

  async printToPDF(
    options: { readonly printBackground?: boolean; readonly landscape?: boolean } = {},
  ): Promise<Buffer> {
    const { printBackground = false, landscape = false } = options;
    const { data } = await this.#requirePage().cdp.send('Page.printToPDF', {
      printBackground,
      landscape,
    });
    return Buffer.from(data, 'base64');
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }

  #requirePage(): Page {
    const { page } = this.#window;
    if (page === null || this.#window.isClosed) {
      throw new Error('Nothing has been loaded into this window yet, or it has been closed.');
    }
    return page;
  }

  #createFrame(): WebFrameMain {
    return new WebFrameMain({
      getUrl: () => this.getURL(),
      isDestroyed: () => this.isDestroyed(),
      processId: this.id,
      routingId: 1,
      name: '',
      executeJavaScript: (code, hasGesture) => this.executeJavaScript(code, hasGesture),
      send: (channel, ...args) => this.send(channel, ...args),
      postMessage: (channel, message, transfer) => this.postMessage(channel, message, transfer),
    });
  }

  #subscribeToPage(page: Page): void {
    const calls = new PageCalls({
      page,
      ownIpc: this.ipc,
      createFields: () => ({
        type: 'frame',
        sender: this,
        senderFrame: this.mainFrame,
        frameId: this.mainFrame.routingId,
        processId: this.mainFrame.processId,
        reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
      }),
    });
    this.#calls = calls;
    page.on('agent-message', (message) => {
      if (!calls.receive(message)) {
        this.#onAgent(message);
      }
    });
    page.on('start-loading', () => this.emit('did-start-loading'));
    page.on('start-navigation', ({ url, isSameDocument, isMainFrame }) => {
      const frame = isMainFrame ? this.mainFrame : null;
      const event = createEvent({ url, isSameDocument, isMainFrame, frame, initiator: frame });
      this.emit('did-start-navigation', event, url, isSameDocument, isMainFrame, this.id, 1);
    });
    page.on('stop-loading', () => this.emit('did-stop-loading'));
    page.on('dom-ready', () => this.emit('dom-ready', createEvent({})));
    page.on('load', () => this.emit('did-finish-load'));
    page.on('navigated', (url) => this.emit('did-navigate', createEvent({}), url, 200, 'OK'));
    page.on('navigated-in-page', (url) => {
      this.emit('did-navigate-in-page', createEvent({}), url, true, this.id, 1);
    });
    page.on('failed', ({ url }) => {
      this.emit('did-fail-load', createEvent({}), -2, 'ERR_FAILED', url, true, this.id, 1);
    });
    page.on('crashed', () => {
      const details = { reason: 'crashed', exitCode: 1 };
      this.emit('render-process-gone', createEvent({}), details);
      app.emit('render-process-gone', createEvent({}), this, details);
    });
    page.on('console', (message) => this.#onConsole(message));
    page.on('preload-error', (error) => this.#onPreloadError(error));
    page.on('window-open', (details) => this.#onWindowOpen(details));
  }

  #onAgent(message: FromPage): void {
    if (message.t === 'window' && (message.event === 'focus' || message.event === 'blur')) {
      this.#isFocused = message.event === 'focus';
      this.emit(message.event);
    } else if (message.t === 'title' && message.title !== this.#title) {
      this.#title = message.title;
      this.emit('page-title-updated', createEvent({}), message.title, true);
    } else if (message.t === 'preload_error' && message.error instanceof Error) {
      this.#onPreloadError(message.error);
    } else if (message.t === 'open_link') {
      this.#onWindowOpen({
        url: toAppUrl(message.url),
        frameName: '',
        features: '',
        disposition: message.disposition,
      });
    } else if (message.t === 'file_path') {
      void this.#answerFilePath(message.id, message.file).catch(logBug);
    }
  }

  async #answerFilePath(id: number, file: number): Promise<void> {
    const page = this.#requirePage();
    try {
      const value = await page.readFilePath(file);
      page.send({ t: 'result', id, isOk: true, value });
    } catch (error) {
      page.send({ t: 'result', id, isOk: false, value: error });
    }
  }

  #onConsole(message: ConsoleMessage): void {
    const levels = ['debug', 'info', 'warning', 'error'];
    const event = createEvent({ ...message, frame: this.mainFrame });
    const { level, lineNumber, sourceId } = message;
    const levelNumber = levels.indexOf(level);
    this.emit('console-message', event, levelNumber, message.message, lineNumber, sourceId);
  }

  #onPreloadError(error: Error): void {
    logBug(error);
    this.emit('preload-error', createEvent({}), this.#window.options.preloadPath ?? '', error);
  }

  #onWindowOpen(request: {
    readonly disposition?: string;
    readonly url: string;
    readonly frameName: string;
    readonly features: string;
  }): void {
    const details = {
      ...request,
      disposition: request.disposition ?? 'foreground-tab',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    };
    const answer = this.#openHandler?.(details) ?? { action: 'deny' };
    if (answer.action === 'allow') {
      this.#window.emit('window-allowed', details, answer.overrideBrowserWindowOptions ?? {});
    }
  }
}

guardInstances('WebContents', WebContents);

/** The page behind a WebContents. Throws when nothing has been loaded yet. */
export function requireContentsPage(contents: WebContents): Page {
  return WebContents.requirePage(contents);
}

/** The WebContents of a page's main frame, or of a frame inside it. */
export function findContents(
  frameId: string,
  options: { readonly isSubframe: boolean } = { isSubframe: false },
): WebContents | null {
  return WebContents.find(frameId, options.isSubframe);
}

/** Electron's `webContents` module. */
export const webContents = guard(
  'webContents',
  {
    getAllWebContents: () => WebContents.list(),
    getFocusedWebContents: () => WebContents.list().find((one) => one.isFocused()) ?? null,
    fromId: (id: number) => all.get(id),
    fromDevToolsTargetId: (targetId: string) => findContents(targetId) ?? undefined,
  },
  supported.main.webContents,
);
