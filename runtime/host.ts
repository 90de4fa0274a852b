import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ParsedArguments } from './argv.ts';

/** Facts about the running app; fixed before the app's first line. */
export interface Host {
  /** Folder of the app's package.json. */
  readonly appPath: string;
  /** File with the app's first line. */
  readonly entry: string;
  /** The app's display name (`productName`, else `name`). */
  readonly name: string;
  readonly version: string;
  /** File the user started. */
  readonly executable: string;
  /** Folder of resources beside the app, `process.resourcesPath`. */
  readonly resourcesPath: string;
  /**
   * True for an installed app: it is in `resources/app` beside the runtime and no other was named, or a file
   * `.packaged` is beside its package.json. Then no switch opens a debugger.
   */
  readonly isPackaged: boolean;
  readonly args: ParsedArguments;
}

let current: Host | null = null;

/** Fixes the host; called once, by the launcher. */
export function setHost(host: Host): void {
  current = host;
}

/** The app that runs. Throws when the runtime's modules were imported without its launcher. */
export function getHost(): Host {
  if (current === null) {
    throw new Error('The Electron API exists only in apps started by runtime/electron.');
  }
  return current;
}

/** Folder of an installed app, seen from the runtime's own folder, or null. */
export function findPackagedApp(runtimeFolder: string): string | null {
  const folder = resolve(runtimeFolder, '../resources/app');
  return existsSync(join(folder, 'package.json')) ? folder : null;
}

/** Reads the app's package.json. `app` is its folder or its first file. Throws when there is none. */
export function readHost(options: {
  readonly app: string;
  readonly executable: string;
  readonly isInstalled: boolean;
  readonly args: ParsedArguments;
}): Host {
  const target = resolve(options.app);
  if (!existsSync(target)) {
    throw new Error(`There is no app at ${target}.`);
  }
  const isFolder = statSync(target).isDirectory();
  const appPath = isFolder ? target : dirname(target);
  const manifest = readManifest(appPath);
  return {
    appPath,
    entry: isFolder ? resolve(target, findTextField(manifest, 'main') ?? 'index.js') : target,
    name: findTextField(manifest, 'productName') ?? findTextField(manifest, 'name') ?? 'Electron',
    version: findTextField(manifest, 'version') ?? '0.0.0',
    executable: options.executable,
    resourcesPath: options.isInstalled ? dirname(appPath) : join(appPath, 'resources'),
    isPackaged: options.isInstalled || existsSync(join(appPath, '.packaged')),
    args: options.args,
  };
}

function readManifest(folder: string): object {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) {
    return {};
  }
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest === 'object' && manifest !== null ? manifest : {};
}

function findTextField(manifest: object, key: string): string | null {
  const value: unknown = Reflect.get(manifest, key);
  return typeof value === 'string' && value !== '' ? value : null;
}
