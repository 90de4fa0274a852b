import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names under which distributions install Chromium and Chrome, best first. */
export const chromiumNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const;

const usualFolders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin'];

/** No Chromium was found on this machine; the message lists the searched places and what to install. */
export class ChromiumMissingError extends Error {
  override readonly name = 'ChromiumMissingError';

  constructor() {
    super(
      `No Chromium was found. Looked for ${chromiumNames.join(', ')} on PATH and in ` +
        `${usualFolders.join(', ')}. Install it with: sudo apt-get install chromium`,
    );
  }
}

/** Full path of a program on PATH, or null. */
export function findProgram(name: string): string | null {
  return findIn((process.env['PATH'] ?? '').split(delimiter), name);
}

/**
 * The system's Chromium; CHROMIUM_PATH names another. Throws {@link ChromiumMissingError}, also when
 * CHROMIUM_PATH names nothing that can be run.
 */
export function requireChromium(): string {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!isExecutable(chosen)) {
      throw new Error(`CHROMIUM_PATH names ${chosen}, which cannot be run.`);
    }
    return chosen;
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...usualFolders];
  for (const name of chromiumNames) {
    const path = findIn(folders, name);
    if (path !== null) {
      return path;
    }
  }
  throw new ChromiumMissingError();
}

function findIn(folders: readonly string[], name: string): string | null {
  for (const folder of folders) {
    const path = join(folder, name);
    if (folder !== '' && isExecutable(path)) {
      return path;
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
