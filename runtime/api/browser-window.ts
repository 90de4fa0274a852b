import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { waitForBrowser } from '../start-browser.ts';
import { logBug, logLine } from '../log.ts';
import { AppWindow, type AppWindowOptions } from '../page/app-window.ts';
import { toBrowserUrl } from '../page/app-url.ts';
import type { Page } from '../page/page.ts';
import type { Rectangle, WindowFrame, WindowState } from '../page/window-frame.ts';
import { addWindow } from '../windows.ts';
import { app } from './app.ts';
import { guardInstances } from './class-guard.ts';
import { createEvent } from './event.ts';
import { preparePage, setBackground } from './page-setup.ts';
import { readWindowOptions, type WindowOptions } from './window-options.ts';
import { WebContents } from './web-contents.ts';

const all = new Map<number, BrowserWindow>();
const ofContents = new WeakMap<WebContents, BrowserWindow>();
let lastId = 0;

/** Electron's `BrowserWindow`: a native window of Chromium without any of its controls. */
export class BrowserWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  readonly #window: AppWindow;
  #isFocused = false;
  #isShown = false;
  #state: WindowState = 'normal';
  #backgroundColor: string | null;

  constructor(options: WindowOptions = {}) {
    super();
    if (!app.isReady()) {
      throw new Error('Cannot create BrowserWindow before app is ready');
    }
    lastId += 1;
    this.id = lastId;
    const parsed = readWindowOptions(options);
    if (parsed.ignored.length > 0) {
      logLine(`BrowserWindow: without effect on this runtime: ${parsed.ignored.join(', ')}.`);
    }
    this.#backgroundColor = parsed.window.backgroundColor;
    this.#window = this.#createWindow(parsed.window);
    this.webContents = new WebContents(this.#window);
    ofContents.set(this.webContents, this);
    all.set(this.id, this);
    this.#subscribe();
    // After our own listeners: the last window counts as closed after its `closed` event.
    addWindow(this.#window);
    app.emit('browser-window-created', createEvent({}), this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all.values()];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.#isFocused) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return all.get(id) ?? null;
  }

  static fromWebContents(contents: WebContents | undefined): BrowserWindow | null {
    return contents === undefined ? null : (ofContents.get(contents) ?? null);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  loadFile(
    path: string,
    options?: { readonly hash?: string; readonly search?: string },
  ): Promise<void> {
    return this.webContents.loadFile(path, options);
  }

  reload(): void {
    this.webContents.reload();
  }

  close(): void {
    void this.#window.requestClose().catch(logBug);
  }

  destroy(): void {
    this.#window.destroy();
  }

  isDestroyed(): boolean {
    return this.#window.isClosed;
  }

  /** Windows of this runtime are always there; a minimised one comes back. */
  show(): void {
    if (this.#state === 'minimized') {
      this.restore();
    }
    this.focus();
  }

  showInactive(): void {
    if (this.#state === 'minimized') {
      this.restore();
    }
  }

  focus(): void {
    void this.#window.focus().catch(logBug);
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  isVisible(): boolean {
    return !this.isDestroyed() && this.#window.page !== null && this.#state !== 'minimized';
  }

  minimize(): void {
    this.#setState('minimized');
  }

  isMinimized(): boolean {
    return this.#state === 'minimized';
  }

  maximize(): void {
    this.#setState('maximized');
  }

  unmaximize(): void {
    this.#setState('normal');
  }

  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  restore(): void {
    this.#setState('normal');
  }

  setFullScreen(isFullScreen: boolean): void {
    this.#setState(isFullScreen ? 'fullscreen' : 'normal');
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen';
  }

  isNormal(): boolean {
    return this.#state === 'normal';
  }

  getBounds(): Rectangle {
    return this.#window.frame?.bounds ?? { x: 0, y: 0, ...this.#window.options.bounds };
  }

  getNormalBounds(): Rectangle {
    return this.#window.frame?.normalBounds ?? this.getBounds();
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#change((frame) => frame.setBounds(bounds));
  }

  getSize(): [number, number] {
    const { width, height } = this.getBounds();
    return [width, height];
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  getPosition(): [number, number] {
    const { x, y } = this.getBounds();
    return [x, y];
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }

  getMinimumSize(): [number, number] {
    return [this.#window.limits.minWidth, this.#window.limits.minHeight];
  }

  setMinimumSize(minWidth: number, minHeight: number): void {
    this.#window.limits = { ...this.#window.limits, minWidth, minHeight };
    this.#change((frame) => frame.setBounds({}));
  }

  getTitle(): string {
    return this.webContents.getTitle();
  }

  /** The title of a window is that of its document. */
  setTitle(title: string): void {
    const script = `document.title = ${JSON.stringify(title)}; 0`;
    void this.webContents.executeJavaScript(script).catch(logBug);
  }

  get title(): string {
    return this.getTitle();
  }

  set title(title: string) {
    this.setTitle(title);
  }

  setBackgroundColor(colour: string): void {
    this.#backgroundColor = colour;
    const { page } = this.#window;
    if (page !== null) {
      void setBackground(page, colour).catch(logBug);
    }
  }

  getBackgroundColor(): string {
    return this.#backgroundColor ?? '#FFFFFF';
  }

  capturePage(area?: Rectangle): ReturnType<WebContents['capturePage']> {
    return this.webContents.capturePage(area);
  }

  /** No effect: there is no menu bar. */
  setMenuBarVisibility(_isVisible: boolean): void {}

  /** No effect: there is no menu. */
  removeMenu(): void {}

  setMenu(menu: unknown): void {
    if (menu !== null) {
      throw new Error('BrowserWindow.setMenu: menus are not supported by the Chromium runtime.');
    }
  }

  #createWindow(options: AppWindowOptions): AppWindow {
    const preload = options.preloadPath === null ? null : resolve(options.preloadPath);
    return new AppWindow(
      { ...options, preloadPath: preload },
      {
        getBrowser: waitForBrowser,
        onPage: (page, url) =>
          preparePage(this.webContents, page, {
            url,
            browserUrl: toBrowserUrl(url),
            backgroundColor: this.#backgroundColor,
          }),
        wantsToBeAsked: () => this.listenerCount('close') > 0,
        canClose: () => {
          const event = createEvent({});
          this.emit('close', event);
          return !event.defaultPrevented;
        },
      },
    );
  }

  #subscribe(): void {
    this.on('newListener', (name) => {
      if (name === 'close') {
        queueMicrotask(() => this.#window.updateGuard());
      }
    });
    this.on('removeListener', (name) => {
      if (name === 'close') {
        this.#window.updateGuard();
      }
    });
    this.#window.on('opened', (page, frame) => {
      this.#subscribeToPage(page);
      this.#subscribeToFrame(frame);
    });
    this.#window.on('window-allowed', (details, options) => {
      const child = new BrowserWindow(options);
      this.webContents.emit('did-create-window', child, details);
      void child.loadURL(details.url).catch(logBug);
    });
    this.#window.once('closed', () => {
      all.delete(this.id);
      this.emit('closed');
    });
    this.webContents.on('page-title-updated', (event, title, isExplicit) => {
      this.emit('page-title-updated', event, title, isExplicit);
    });
    this.webContents.on('focus', () => this.#setFocus(true));
    this.webContents.on('blur', () => this.#setFocus(false));
  }

  #subscribeToPage(page: Page): void {
    page.on('hung', (isHung) => {
      this.emit(isHung ? 'unresponsive' : 'responsive');
      this.webContents.emit(isHung ? 'unresponsive' : 'responsive');
    });
    page.on('load', () => {
      if (!this.#isShown) {
        this.#isShown = true;
        this.emit('ready-to-show');
        this.emit('show');
      }
    });
  }

  #subscribeToFrame(frame: WindowFrame): void {
    frame.on('resized', () => {
      this.emit('resize');
      this.emit('resized');
    });
    frame.on('moved', () => {
      this.emit('move');
      this.emit('moved');
    });
    frame.on('state', (before, now) => {
      this.#state = now;
      this.#emitState(before, now);
    });
  }

  #emitState(before: WindowState, now: WindowState): void {
    const left = { minimized: 'restore', maximized: 'unmaximize', fullscreen: 'leave-full-screen' };
    const entered = {
      minimized: 'minimize',
      maximized: 'maximize',
      fullscreen: 'enter-full-screen',
    };
    if (before !== 'normal' && before !== now) {
      this.emit(left[before]);
    }
    if (now !== 'normal') {
      this.emit(entered[now]);
    }
  }

  #setFocus(isFocused: boolean): void {
    if (this.#isFocused !== isFocused) {
      this.#isFocused = isFocused;
      this.emit(isFocused ? 'focus' : 'blur');
      app.emit(isFocused ? 'browser-window-focus' : 'browser-window-blur', createEvent({}), this);
    }
  }

  #setState(state: WindowState): void {
    this.#change((frame) => frame.setState(state));
  }

  #change(run: (frame: WindowFrame) => Promise<void>): void {
    const { frame } = this.#window;
    if (frame !== null) {
      void run(frame).catch(logBug);
    } else {
      this.#window.once('opened', (_page, opened) => void run(opened).catch(logBug));
    }
  }
}

guardInstances('BrowserWindow', BrowserWindow);
