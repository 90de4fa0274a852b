import { app, type BrowserWindow, dialog } from 'electron/main';
import { join } from 'node:path';
import { isTrustedSender, type SenderEvent } from '../ipc/sender.ts';
import type { OwnOrigin } from '../page/own-origin.ts';
import type { CloseGuard } from '../window/close-guard.ts';
import { type OpenWindow, sendToPage } from './start-window.ts';
import { focusWindow } from '../window/close-guard.ts';

/** Window of the app; its methods are also safe before it opens and after it closed. */
export class AppWindow {
  #open: OpenWindow | null = null;

  get guard(): CloseGuard | null {
    return this.#open?.guard ?? null;
  }

  /** Sets the opened window; `onClosed` is called at its end. */
  use(open: OpenWindow, onClosed: () => void): void {
    this.#open = open;
    open.window.once('closed', () => {
      this.#open = null;
      onClosed();
    });
  }

  focus(): void {
    if (this.#open !== null) {
      focusWindow(this.#open.window);
    }
  }

  /** Returns whether the window has the focus. */
  isFocused(): boolean {
    return this.#window()?.isFocused() ?? false;
  }

  /** Shows a progress in the taskbar, from 0 to 1, or with null none. Only Electron supports it. */
  showProgress(fraction: number | null): void {
    this.#window()?.setProgressBar(fraction ?? -1);
  }

  /** Closes it, as the user would, with the question about unfinished work. */
  close(): void {
    this.#window()?.close();
  }

  /** Sends an event to the page; dropped without one. */
  send(name: string, payload: unknown): void {
    sendToPage(this.#window(), name, payload);
  }

  /** Returns whether a call comes from our own page in the window. */
  isOwnPage(event: SenderEvent, ownOrigin: OwnOrigin): boolean {
    return isTrustedSender(event, this.#window()?.webContents.id ?? null, ownOrigin);
  }

  /** Asks the user where to save a copy of a file; null when they cancel. */
  async chooseSavePath(name: string): Promise<string | null> {
    const window = this.#window();
    const options = { defaultPath: join(app.getPath('downloads'), name) };
    const { canceled, filePath } =
      window === null
        ? await dialog.showSaveDialog(options)
        : await dialog.showSaveDialog(window, options);
    return canceled || filePath === '' ? null : filePath;
  }

  /** Starts a drag of a file to other programs, with an image at the pointer; only Electron can. */
  dragOut(file: string, icon: string): void {
    this.#window()?.webContents.startDrag({ file, icon });
  }

  /** Which JSON file the user wants to open; null when they changed their mind. */
  async askJsonFile(): Promise<string | null> {
    const window = this.#window();
    const options = {
      properties: ['openFile' as const],
      filters: [{ name: 'JSON', extensions: ['json'] }],
    };
    const { canceled, filePaths } =
      window === null
        ? await dialog.showOpenDialog(options)
        : await dialog.showOpenDialog(window, options);
    return canceled ? null : (filePaths[0] ?? null);
  }

  /** Which folder the user wants files to go to; null when they changed their mind. */
  async chooseFolder(): Promise<string | null> {
    const window = this.#window();
    const options = { properties: ['openDirectory' as const, 'createDirectory' as const] };
    const { canceled, filePaths } =
      window === null
        ? await dialog.showOpenDialog(options)
        : await dialog.showOpenDialog(window, options);
    return canceled ? null : (filePaths[0] ?? null);
  }

  #window(): BrowserWindow | null {
    return this.#open?.window ?? null;
  }
}
