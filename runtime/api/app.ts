import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { findBrowser } from '../start-browser.ts';
import { getHost } from '../host.ts';
import { logBug } from '../log.ts';
import { listWindows } from '../windows.ts';
import { AppPaths } from './app-paths.ts';
import { guardInstances } from './class-guard.ts';
import { CommandLine } from './command-line.ts';
import { createEvent } from './event.ts';
import { SingleInstance } from './single-instance.ts';

/**
 * Electron's `app`.
 *
 *     loading ──start──▶ ready ──quit──▶ asking ──all windows closed──▶ will-quit ──▶ exit
 *                          ▲               │ veto of before-quit or of a window │ veto
 *                          └───────────────┴────────────────────────────────────┘
 */
export class App extends EventEmitter {
  readonly #paths = new AppPaths(() => this.getName());
  readonly #ready = Promise.withResolvers<void>();
  readonly #instance = new SingleInstance((start) => {
    this.emit(
      'second-instance',
      createEvent({}),
      start.argv,
      start.workingDirectory,
      start.additionalData,
    );
  });
  #name: string | null = null;
  #isReady = false;
  #isQuitting = false;
  #isExiting = false;
  #isBrowserGone = false;
  #onStartRequested: () => void = () => {};
  readonly commandLine = new CommandLine();

  get isPackaged(): boolean {
    return getHost().isPackaged;
  }

  get name(): string {
    return this.getName();
  }

  set name(name: string) {
    this.setName(name);
  }

  getName(): string {
    return this.#name ?? getHost().name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getVersion(): string {
    return getHost().version;
  }

  getAppPath(): string {
    return getHost().appPath;
  }

  getPath(name: string): string {
    return this.#paths.get(name);
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  setAppLogsPath(path?: string): void {
    this.#paths.set('logs', path ?? this.#paths.get('logs'));
  }

  getLocale(): string {
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  }

  getPreferredSystemLanguages(): string[] {
    const named = (process.env['LANGUAGE'] ?? '').split(':').filter((name) => name !== '');
    const languages = named.map((name) => name.replace(/\..*/s, '').replaceAll('_', '-'));
    return languages.length === 0 ? [this.getLocale()] : languages;
  }

  /** Takes effect before `ready` only. */
  disableHardwareAcceleration(): void {
    if (this.#isReady) {
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    }
    this.commandLine.appendSwitch('disable-gpu');
  }

  /** Means something on Windows only. */
  setAppUserModelId(_id: string): void {}

  /** Starts the app again when this process ends. */
  relaunch(options: { readonly args?: readonly string[]; readonly execPath?: string } = {}): void {
    const program = options.execPath ?? getHost().executable;
    const args = options.args ?? process.argv.slice(1);
    process.once('exit', () => {
      spawn(program, args, { detached: true, stdio: 'ignore' }).unref();
    });
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    this.#onStartRequested();
    return this.#ready.promise;
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return this.#instance.request(this.getPath('userData'), additionalData);
  }

  hasSingleInstanceLock(): boolean {
    return this.#instance.isHeld;
  }

  releaseSingleInstanceLock(): void {
    this.#instance.release();
  }

  focus(): void {
    void listWindows().at(-1)?.focus().catch(logBug);
  }

  quit(): void {
    void this.#quit().catch(logBug);
  }

  exit(code = 0): void {
    void this.#exit(code).catch((error: unknown) => {
      logBug(error);
      process.exit(code === 0 ? 1 : code);
    });
  }

  /** For the start: sets the listener for an app that waits for `ready` while its main file still runs. */
  static onStartRequested(this: void, target: App, listener: () => void): void {
    target.#onStartRequested = listener;
  }

  /** For the start: the browser has started. */
  static markReady(this: void, target: App): void {
    target.#isReady = true;
    target.emit('ready', createEvent({}), {});
    target.#ready.resolve();
  }

  /**
   * For the start: the browser has exited by itself. Nothing can be shown any more, so the app quits without a
   * veto. Before `ready` the start itself fails instead.
   */
  static endWithBrowser(this: void, target: App): void {
    if (!target.#isReady || target.#isExiting) {
      return;
    }
    target.#isBrowserGone = true;
    for (const window of listWindows()) {
      window.markClosed();
    }
    target.quit();
  }

  /** For the start: the last window has been closed. */
  static onAllClosed(this: void, target: App): void {
    if (target.#isQuitting || target.#isExiting) {
      return;
    }
    if (target.listenerCount('window-all-closed') > 0) {
      target.emit('window-all-closed');
    } else {
      target.quit();
    }
  }

  async #quit(): Promise<void> {
    if (this.#isQuitting) {
      return;
    }
    this.#isQuitting = true;
    const before = createEvent({});
    this.emit('before-quit', before);
    if (!this.#isBrowserGone && (before.defaultPrevented || !(await closeAll()))) {
      this.#isQuitting = false;
      return;
    }
    const last = createEvent({});
    this.emit('will-quit', last);
    if (last.defaultPrevented && !this.#isBrowserGone) {
      this.#isQuitting = false;
      return;
    }
    await this.#exit(0);
  }

  async #exit(code: number): Promise<void> {
    if (this.#isExiting) {
      return;
    }
    this.#isExiting = true;
    for (const window of listWindows()) {
      window.destroy();
    }
    this.emit('quit', createEvent({}), code);
    await findBrowser()?.close();
    process.exit(code);
  }
}

async function closeAll(): Promise<boolean> {
  for (const window of listWindows()) {
    if (!(await window.requestClose())) {
      return false;
    }
  }
  return true;
}

/** Controls the app from the runtime's start, and nowhere else. */
export const appControl = {
  onStartRequested: App.onStartRequested,
  markReady: App.markReady,
  endWithBrowser: App.endWithBrowser,
  onAllClosed: App.onAllClosed,
};

guardInstances('app', App);

/** See Electron's documentation. */
export const app = new App();
