import { findProgram } from '../chromium/find.ts';
import { requireProgram, runProgram } from '../programs.ts';
import { BrowserWindow } from './browser-window.ts';
import { chooseInPage } from './dialog-page-files.ts';
import { showInPage } from './dialog-page-message.ts';
import { chooseFolderPath, chooseSavePath } from './dialog-page-path.ts';
import { readFileArguments, saveArguments, type FileDialogOptions } from './dialog-zenity.ts';
import type { MessageBoxAnswer, MessageBoxOptions } from './message-box.ts';

const noWindowText = 'a message box needs an open window on the Chromium runtime';

/**
 * Electron's `dialog`. Files by zenity where it is installed; otherwise opening by the browser's own
 * chooser, saving and folders by a path typed into a box. Messages are boxes inside the window.
 */
export const dialog = {
  /** Lets the user choose files or folders. */
  async showOpenDialog(
    ...args: readonly unknown[]
  ): Promise<{ readonly canceled: boolean; readonly filePaths: string[] }> {
    const { window, options } = readArguments<FileDialogOptions>(args);
    const filePaths = await choose(window, options);
    return { canceled: filePaths.length === 0, filePaths };
  },

  /** Lets the user choose where to save. */
  async showSaveDialog(
    ...args: readonly unknown[]
  ): Promise<{ readonly canceled: boolean; readonly filePath: string }> {
    const { window, options } = readArguments<FileDialogOptions>(args);
    const zenity = findProgram('zenity');
    if (zenity === null && window !== null) {
      const path = await chooseSavePath(window, options);
      return { canceled: path === null, filePath: path ?? '' };
    }
    const program = requireProgram('zenity', 'zenity', 'Saving a file without a window');
    const [filePath = ''] = await runZenity(program, saveArguments(options));
    return { canceled: filePath === '', filePath };
  },

  /** Asks the user, in a box inside the window. */
  async showMessageBox(...args: readonly unknown[]): Promise<MessageBoxAnswer> {
    const { window, options } = readArguments<MessageBoxOptions>(args);
    if (window === null) {
      throw new Error(`"${options.message}": ${noWindowText}.`);
    }
    return await showInPage(window, options);
  },

  /** Shows an error: on standard error, and by zenity when available. */
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
    const zenity = findProgram('zenity');
    if (zenity !== null) {
      const text = ['--error', `--title=${title}`, `--text=${content}`, '--no-markup'];
      void runProgram(zenity, text).catch(() => {
        // Already written to standard error.
      });
    }
  },
};

async function choose(window: BrowserWindow | null, options: FileDialogOptions): Promise<string[]> {
  const zenity = findProgram('zenity');
  if (zenity === null && window !== null) {
    if (options.properties?.includes('openDirectory') !== true) {
      return await chooseInPage(window, options);
    }
    const path = await chooseFolderPath(window, options);
    return path === null ? [] : [path];
  }
  const program = requireProgram('zenity', 'zenity', 'Choosing a file without a window');
  return await runZenity(program, readFileArguments(options));
}

/** Electron takes `(window, options)` and `(options)`. */
function readArguments<T>(args: readonly unknown[]): {
  readonly window: BrowserWindow | null;
  readonly options: T;
} {
  const [first, second] = args;
  const hasWindow = first instanceof BrowserWindow;
  const window = hasWindow ? first : (BrowserWindow.getAllWindows().at(-1) ?? null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the app's own options; each reader takes what it knows
  return { window, options: ((hasWindow ? second : first) ?? {}) as T };
}

/** Lines that zenity prints; none when the user cancelled. */
async function runZenity(program: string, args: readonly string[]): Promise<string[]> {
  const { code, output } = await runProgram(program, args);
  if (code !== 0 && code !== 1) {
    throw new Error(`zenity ended with code ${String(code)}.`);
  }
  return code === 0 ? output.split('\n').filter((line) => line !== '') : [];
}
