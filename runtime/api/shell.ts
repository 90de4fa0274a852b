import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { findProgram } from '../chromium/find.ts';
import { logBug } from '../log.ts';
import { requireProgram, runProgram } from '../programs.ts';

/** Schemes that may open a program of the user; none that executes its target. */
const outsideSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const trashTimeoutMs = 30_000;
const fileManagerTimeoutMs = 5_000;

/** Electron's `shell`, with the programs of the desktop. */
export const shell = {
  /** Opens a web, mail or telephone address in the user's program; rejects for any other. */
  async openExternal(url: string): Promise<void> {
    const { protocol, href } = new URL(url);
    if (!outsideSchemes.has(protocol)) {
      throw new Error(
        `${protocol} addresses are not opened; allowed are ${[...outsideSchemes].join(' ')}.`,
      );
    }
    await startDetached(requireProgram('xdg-open', 'xdg-utils', 'Opening a link'), [href]);
  },

  /** Opens a file or folder; resolves with an error text, or an empty text. */
  async openPath(path: string): Promise<string> {
    try {
      await startDetached(requireProgram('xdg-open', 'xdg-utils', 'Opening a file'), [path]);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },

  /** Shows a file in its folder; without a file manager on the bus, opens the folder. */
  showItemInFolder(path: string): void {
    void showInFileManager(path).catch(logBug);
  },

  async trashItem(path: string): Promise<void> {
    const gio = requireProgram('gio', 'libglib2.0-bin', 'Moving a file to the trash');
    const { code } = await runProgram(gio, ['trash', '--', path], { timeoutMs: trashTimeoutMs });
    if (code !== 0) {
      throw new Error(`${path} could not be moved to the trash.`);
    }
  },

  /** Rings the bell of the terminal the app was started from; desktops without one stay silent. */
  beep(): void {
    if (process.stderr.isTTY) {
      process.stderr.write('\u0007');
    }
  },
};

async function showInFileManager(path: string): Promise<void> {
  const gdbus = findProgram('gdbus');
  if (gdbus !== null) {
    const name = 'org.freedesktop.FileManager1';
    const files = `["${pathToFileURL(path).href}"]`;
    const args = [
      'call',
      '--session',
      '--dest',
      name,
      '--object-path',
      `/${name.replaceAll('.', '/')}`,
    ];
    const method = ['--method', `${name}.ShowItems`, files, ''];
    const { code } = await runProgram(gdbus, [...args, ...method], {
      timeoutMs: fileManagerTimeoutMs,
    });
    if (code === 0) {
      return;
    }
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  await startDetached(requireProgram('xdg-open', 'xdg-utils', 'Showing a folder'), [folder]);
}

/** Starts a program that outlives the app. Rejects when it cannot be started or fails at once. */
function startDetached(path: string, args: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(path, args, { stdio: 'ignore', detached: true });
  const timer = setTimeout(resolve, 1_500);
  child.on('error', reject);
  child.on('exit', (code) => {
    clearTimeout(timer);
    if (code === 0) {
      resolve();
    } else {
      reject(new Error(`${path} could not open ${args.join(' ')} (code ${String(code)}).`));
    }
  });
  child.unref();
  return promise;
}
