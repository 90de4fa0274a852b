import { mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { getHost } from '../host.ts';

/** Folders of `app.getPath`, by Electron's names. */
export class AppPaths {
  readonly #chosen = new Map<string, string>();
  readonly #appName: () => string;

  constructor(appName: () => string) {
    this.#appName = appName;
  }

  /** Full path of a folder; throws for a name that Electron does not know either. */
  get(name: string): string {
    const path = this.#chosen.get(name) ?? this.#find(name);
    if (path === null) {
      throw new Error(`Failed to get '${name}' path`);
    }
    return path;
  }

  /** Moves a folder; it is made when it does not exist. */
  set(name: string, path: string): void {
    if (!isAbsolute(path)) {
      throw new Error('Path must be absolute');
    }
    if (this.#find(name) === null) {
      throw new Error(`Failed to set '${name}' path`);
    }
    mkdirSync(path, { recursive: true, mode: 0o700 });
    this.#chosen.set(name, path);
  }

  #find(name: string): string | null {
    const userData = (): string => this.get('userData');
    switch (name) {
      case 'home':
        return homedir();
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
      case 'userData':
        return getHost().args.userDataFolder ?? join(this.get('appData'), this.#appName());
      case 'sessionData':
        return userData();
      case 'temp':
        return tmpdir();
      case 'exe':
        return getHost().executable;
      case 'module':
        return getHost().executable;
      case 'logs':
        return join(userData(), 'logs');
      case 'crashDumps':
        return join(userData(), 'Crashpad');
      case 'cache':
        return process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
      default:
        return findUserFolder(name);
    }
  }
}

const userFolders: Readonly<Record<string, { readonly key: string; readonly usual: string }>> = {
  desktop: { key: 'XDG_DESKTOP_DIR', usual: 'Desktop' },
  documents: { key: 'XDG_DOCUMENTS_DIR', usual: 'Documents' },
  downloads: { key: 'XDG_DOWNLOAD_DIR', usual: 'Downloads' },
  music: { key: 'XDG_MUSIC_DIR', usual: 'Music' },
  pictures: { key: 'XDG_PICTURES_DIR', usual: 'Pictures' },
  videos: { key: 'XDG_VIDEOS_DIR', usual: 'Videos' },
};

/** A folder of the desktop, in the user's own language when `user-dirs.dirs` names it. */
function findUserFolder(name: string): string | null {
  const entry = userFolders[name];
  if (entry === undefined) {
    return null;
  }
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  let text = '';
  try {
    text = readFileSync(join(config, 'user-dirs.dirs'), 'utf8');
  } catch {
    // Most machines without a desktop have no such file: the usual names hold.
  }
  // slow expression: none, each line is read once; the file is the user's own.
  const found = new RegExp(`^${entry.key}="(.*)"$`, 'm').exec(text)?.[1];
  return found === undefined
    ? join(homedir(), entry.usual)
    : found.replace(/^\$HOME/, () => homedir());
}
